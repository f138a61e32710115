// Files of the puzzle: pictures by the server's renderer, the answer as JSON, the puzzle as text.

import { store } from '../state.js';
import { askFile } from '../core/api.js';
import { fail } from '../core/jobs.js';
import { download } from '../core/files.js';
import { current, goalOption, toText } from '../slide/board.js';
import { question } from '../pack/open.js';

/** A picture of what is on the stage; a GIF shows the moves, or the pieces one by one. @param {'png' | 'svg' | 'gif'} format */
export async function exportPicture(format) {
  const { doc, settings, pack } = store.state;
  const theme = settings.theme === 'auto' ? {} : { theme: settings.theme };
  try {
    if (doc.workspace === 'pack') {
      const view = { view: `${Math.round(pack.space.azimuth)},${Math.round(pack.space.elevation)}` };
      download(`puzzle.${format}`, await askFile('render', { ...question(), format, ...view, ...theme }));
      return;
    }
    const { start, cols, moves } = doc.slide;
    const film = format === 'gif' && moves;
    const body = {
      puzzle: toText(film ? start : current(doc.slide), cols),
      goal: goalOption(doc.slide),
      format,
      ...(film ? { moves } : {}),
      ...theme,
    };
    download(`board.${format}`, await askFile('render', body));
  } catch (error) {
    fail(error);
  }
}

/** The last answer, or what is known of the puzzle. */
export function exportJson() {
  const { doc, slide, pack } = store.state;
  const answer =
    doc.workspace === 'slide' ? (doc.slide.solution?.result ?? slide.check) : (pack.answer ?? pack.count ?? pack.verdict?.answer);
  download(doc.workspace === 'slide' ? 'board.json' : 'puzzle.json', `${JSON.stringify(answer ?? {}, null, 2)}\n`);
}

export function exportText() {
  const { doc } = store.state;
  return doc.workspace === 'slide' ? `${toText(current(doc.slide), doc.slide.cols)}\n` : question().puzzle;
}
