// What the Tree tab asks the server, beside the tree of a sliding board.

import { store } from '../state.js';
import { askFile } from '../core/api.js';
import { fail, run } from '../core/jobs.js';
import { download } from '../core/files.js';
import { packPosition } from '../core/stale.js';
import { question as slideQuestion, searchOptions, treeOptions } from '../slide/search.js';
import { question as packQuestion, show } from '../pack/open.js';

/** @param {number} nodes @param {string} method */
export async function growPackTree(nodes, method) {
  const of = packPosition(store.state);
  const tree = await run('tree', 'tree', { ...packQuestion(), method, max_nodes: nodes, time_limit_ms: 10_000 }, packPosition);
  if (tree) show({ tree: { ...tree, of }, step: 0 });
}

/** The tree as a file, drawn by the server. @param {'svg' | 'png' | 'dot'} format */
export async function askTreeFile(format) {
  const { doc, tree } = store.state;
  const own =
    doc.workspace === 'slide'
      ? { ...slideQuestion(), ...searchOptions(treeOptions(tree)) }
      : { ...packQuestion(), method: tree.packMethod };
  try {
    download(`tree.${format}`, await askFile('tree', { ...own, max_nodes: tree.nodes, format, time_limit_ms: 10_000 }));
  } catch (error) {
    fail(error);
  }
}
