// What the Study tab asks: the tree of the position, grown by itself when the tab opens, and the tree as a file.
//
// A tree grows beside a search that is under way; neither ends the other.

import { store } from '../state.js';
import { ask, askFile } from '../core/api.js';
import { fail, watch } from '../core/jobs.js';
import { download } from '../core/files.js';
import { isSame, packPosition, slidePosition } from '../core/stale.js';
import { question as slideQuestion, searchOptions, treeOptions } from '../slide/search.js';
import { question as packQuestion } from '../pack/open.js';
import { stepsOf } from './study.js';
import { setStudy } from './study-actions.js';

/** How long a tree may grow: by itself, and when asked to. */
const [SOON, LATE] = [{ time_limit_ms: 4000, node_limit: 200_000 }, { time_limit_ms: 10_000 }];

let abort = new AbortController();

/** The question of the tree. */
function treeQuestion() {
  const { doc, tree } = store.state;
  const own =
    doc.workspace === 'slide'
      ? { ...slideQuestion(), ...searchOptions(treeOptions(tree)) }
      : { ...packQuestion(), method: tree.packMethod };
  return { ...own, max_nodes: tree.nodes };
}

/** Grows the tree of the position on the stage. @param {Record<string, number>} [limits] */
export async function grow(limits = LATE) {
  const family = store.state.doc.workspace;
  const position = family === 'slide' ? slidePosition : packPosition;
  const [of, how, weight] = [position(store.state), store.state.tree, Number(store.state.options.weight)];
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  setStudy({ growing: true, playing: false });
  try {
    const tree = await ask('tree', { ...treeQuestion(), ...limits }, signal);
    if (signal.aborted || !isSame(of, position(store.state))) return;
    const { wanted } = store.state.study;
    const step = stepsOf(tree).includes(wanted?.step ?? 0) ? (wanted?.step ?? 0) : 0;
    store.set((state) => ({ [family]: { ...state[family], tree: { ...tree, of, how, weight }, step } }));
    setStudy({ node: wanted?.node ?? null, look: wanted?.look ?? null, wanted: null });
  } catch (error) {
    if (!signal.aborted) fail(error);
  } finally {
    if (!signal.aborted) setStudy({ growing: false });
  }
}

export function stopGrowing() {
  abort.abort();
  setStudy({ growing: false });
}

/** Grows a tree whenever the tab is open and has none of the position, by the method that is chosen. */
export function keepGrown() {
  watch(
    ({ doc, panel, tree, server, slide, pack }) => {
      if (panel !== 'tree' || server.words.length === 0) return [null];
      const grown = doc.workspace === 'slide' ? slide.tree : pack.tree;
      return ['tree', doc.workspace, tree, doc.workspace === 'slide' ? doc.slide.start : doc.pack.model, grown === null];
    },
    100,
    () => {
      const { panel, doc, tree, pack } = store.state;
      if (panel !== 'tree' || (doc.workspace === 'pack' && !doc.pack.model)) return;
      const grown = doc.workspace === 'slide' ? store.state.slide.tree : pack.tree;
      if (grown?.how !== tree) grow(SOON);
    },
  );
}

/** The tree as a file, drawn by the server. @param {'svg' | 'png' | 'dot'} format */
export async function askTreeFile(format) {
  try {
    download(`tree.${format}`, await askFile('tree', { ...treeQuestion(), format, time_limit_ms: 10_000 }));
  } catch (error) {
    fail(error);
  }
}
