// Builds of the module side by side, with the command if it is named: `node module-times.js ONE.wasm OTHER.wasm ubin ...` prints the seconds that each searches for some questions (`time_ms` of the answers: tables are
// built before), by one thread, the best of three, in turn, so that other work on the machine falls on all of them.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin } from '../../page/engine/module.js';

const ROUNDS = 3;
const BOARDS = 30;

/** Korf's first boards. */
const korf = readFileSync(new URL('../../../../testdata/slide/korf100.csv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
  .slice(0, BOARDS)
  .map((line) => line.split(';')[3]);

/** @type {[string, Record<string, any>[]][]} */
const QUESTIONS = [
  ['count iq', [{ verb: 'count', puzzle: 'iq' }]],
  ['count iq-pyramid', [{ verb: 'count', puzzle: 'iq-pyramid' }]],
  ['count pentominoes 6x10', [{ verb: 'count', puzzle: 'pentominoes 6x10' }]],
  [`Korf's first ${BOARDS}`, korf.map((puzzle) => ({ verb: 'solve', puzzle, goal: 'blank-first' }))],
];

/** Asks a new instance of a module. @param {WebAssembly.Module} module @param {Record<string, any>[]} questions @returns {Promise<any[]>} */
async function askModule(module, questions) {
  /** @type {any[]} */
  const answers = [];
  const host = {
    isWanted: () => true,
    told: (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => {
      if (name === 'refused') throw new Error(new TextDecoder().decode(bytes));
      if (name === 'result') answers.push(JSON.parse(new TextDecoder().decode(bytes)));
    },
    names: () => [],
    load: () => null,
    keep: () => {},
  };
  const ask = await begin(module, host);
  for (const question of questions) ask(JSON.stringify(question));
  return answers;
}

/** The command's tables. */
const cache = mkdtempSync(join(tmpdir(), 'ubin-times-'));

/** Asks a command. @param {string} command @param {Record<string, any>[]} questions @returns {any[]} */
function askCommand(command, questions) {
  return questions.map(({ verb, puzzle, goal }) => {
    const words = [verb, puzzle, '--json', '--threads', '1', ...(goal ? ['--goal', goal] : [])];
    return JSON.parse(execFileSync(command, words, { encoding: 'utf8', env: { ...process.env, UBIN_CACHE: cache } }));
  });
}

const engines = process.argv.slice(2).map((path) => {
  const module = path.endsWith('.wasm') ? new WebAssembly.Module(readFileSync(path)) : null;
  return async (/** @type {Record<string, any>[]} */ questions) => (module ? askModule(module, questions) : askCommand(path, questions));
});
for (const [name, questions] of QUESTIONS) {
  const best = engines.map(() => Infinity);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, ask] of engines.entries()) {
      const answers = await ask(questions);
      if (answers.length !== questions.length) throw new Error(`${answers.length} answers to ${questions.length} questions`);
      const spent = answers.reduce((sum, { time_ms: time }) => sum + time / 1000, 0);
      // The first round lets Node compile the module with all its might.
      if (round > 0) best[at] = Math.min(best[at], spent);
    }
  }
  const ratios = best.slice(1).map((spent) => `, ratio ${(best[0] / spent).toFixed(2)}`);
  console.log(`${name}: ${best.map((spent) => `${spent.toFixed(3)} s`).join(', ')}${ratios.join('')}`);
}
rmSync(cache, { recursive: true });
