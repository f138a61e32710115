// A worker of the page: it answers one question after the other, with the module.

import { begin } from './module.js';
import { KeptTables } from './kept.js';
import { StopWatch } from './stop-sign.js';

/** What the module says before it gives up. */
let lastWords = '';
/** @type {Promise<(question: string) => void>} */
let ready;
/** @type {WebAssembly.Memory | undefined} */
let memory;
const kept = new KeptTables();
const watch = new StopWatch();

/** @type {import('./module.js').Host} */
const host = {
  isWanted: () => !watch.isRaised(),
  told(name, body) {
    if (name === 'panic') lastWords = new TextDecoder().decode(body);
    else send(name, body);
  },
  began: (own) => {
    memory = own;
  },
  names: () => kept.names(),
  load: (name) => kept.load(name),
  keep: (name, bytes) => kept.keep(name, bytes),
};

/** @param {string} name @param {Uint8Array} body */
function send(name, body) {
  const message = { id: watch.id, name, body, bytes: memory?.buffer.byteLength };
  postMessage(message, { transfer: [body.buffer] });
}

/** Why the module gave up. A panic has words; a stack that is full is the browser's own error; else memory could not grow. @param {unknown} error */
function giveUp(error) {
  const text = (/** @type {string} */ words) => new TextEncoder().encode(words);
  if (lastWords || !(error instanceof WebAssembly.RuntimeError)) send('failed', text(lastWords || String(error)));
  else send('memory', text(String(error)));
}

/** @param {string} question */
async function answer(question) {
  try {
    const ask = await ready;
    if (JSON.parse(question).verb === 'clear') {
      await kept.clear();
      send('result', new TextEncoder().encode('{}'));
      return;
    }
    await kept.look();
    ask(question);
    await kept.settle();
  } catch (error) {
    giveUp(error);
  }
}

/** Questions are answered in turn, though looking for tables takes a moment. */
let turn = Promise.resolve();

onmessage = ({ data }) => {
  if (data.module) {
    watch.flag = data.flag;
    ready = begin(data.module, host);
    return;
  }
  turn = turn.then(() => {
    watch.begin(data.id, data.address);
    return answer(data.question);
  });
};
