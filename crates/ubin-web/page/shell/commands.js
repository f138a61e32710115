// The command lines that do what the page does.

import { quoted } from '../core/files.js';
import { current, goalOption, toLine } from '../slide/board.js';
import { usesHeuristic } from '../slide/options.js';
import { question } from '../pack/open.js';

/** @param {import('../core/types.js').State} state */
export function command(state) {
  const { doc, options } = state;
  if (doc.workspace === 'pack') return packCommand('solve', doc.pack, '');
  const goal = goalOption(doc.slide);
  const parts = ['ubin solve', quoted(toLine(current(doc.slide), doc.slide.cols))];
  if (goal !== 'blank-last') parts.push('--goal', quoted(goal));
  if (options.method !== 'auto') parts.push('--method', options.method);
  if (options.heuristic && usesHeuristic(state, options.method)) parts.push('--heuristic', options.heuristic);
  if (options.variant !== 'exact') parts.push('--variant', options.variant);
  if (options.method === 'weighted-astar') parts.push('--weight', String(options.weight));
  if (options.metric !== 'single') parts.push('--metric', options.metric);
  return parts.join(' ');
}

/** @param {string} verb @param {import('../core/types.js').PackDoc} doc @param {string} options */
export function packCommand(verb, doc, options) {
  const flip = doc.noFlip ? ' --no-flip' : '';
  const rest = `${flip}${options ? ` ${options}` : ''}`;
  if (doc.name && Object.keys(doc.placed).length === 0) return `ubin ${verb} ${doc.name}${rest}`;
  return `ubin ${verb} -${rest} <<'END'\n${question(doc).puzzle}END`;
}
