// What the Tree tab asks the server, beside the tree of a sliding board.

import { store } from '../state.js';
import { askFile } from '../core/api.js';
import { fail, run } from '../core/jobs.js';
import { download } from '../core/files.js';
import { question as slideQuestion, searchOptions } from '../slide/search.js';
import { question as packQuestion, show } from '../pack/open.js';

/** @param {number} nodes @param {string} method */
export async function growPackTree(nodes, method) {
  const tree = await run('tree', 'tree', { ...packQuestion(), method, max_nodes: nodes, time_limit_ms: 10_000 });
  if (tree) show({ tree, step: 0 });
}

/** The tree as a file, drawn by the server. @param {'svg' | 'png' | 'dot'} format @param {number} nodes @param {string} method of packing */
export async function askTreeFile(format, nodes, method) {
  const own = store.state.doc.workspace === 'slide' ? { ...slideQuestion(), ...searchOptions() } : { ...packQuestion(), method };
  try {
    download(`tree.${format}`, await askFile('tree', { ...own, max_nodes: nodes, format, time_limit_ms: 10_000 }));
  } catch (error) {
    fail(error);
  }
}
