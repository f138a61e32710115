// Builds of the module side by side: `node module-times.js ONE.wasm OTHER.wasm ...` prints the CPU seconds that each takes for some questions, the best
// of three, in turn, so that other work on the machine falls on all of them.

import { readFileSync } from 'node:fs';
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

/** The CPU seconds that a new instance takes. @param {WebAssembly.Module} module @param {Record<string, any>[]} questions */
async function seconds(module, questions) {
  let answers = 0;
  const host = {
    isWanted: () => true,
    told: (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => {
      if (name === 'refused') throw new Error(new TextDecoder().decode(bytes));
      if (name === 'result') answers += 1;
    },
    names: () => [],
    load: () => null,
    keep: () => {},
  };
  const ask = await begin(module, host);
  const before = process.cpuUsage();
  for (const question of questions) ask(JSON.stringify(question));
  const { user, system } = process.cpuUsage(before);
  if (answers !== questions.length) throw new Error(`${answers} answers to ${questions.length} questions`);
  return (user + system) / 1e6;
}

const modules = process.argv.slice(2).map((path) => new WebAssembly.Module(readFileSync(path)));
for (const [name, questions] of QUESTIONS) {
  const best = modules.map(() => Infinity);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, module] of modules.entries()) {
      const spent = await seconds(module, questions);
      // The first round lets Node compile the module with all its might.
      if (round > 0) best[at] = Math.min(best[at], spent);
    }
  }
  console.log(`${name}: ${best.map((spent) => `${spent.toFixed(2)} s`).join(', ')}`);
}
