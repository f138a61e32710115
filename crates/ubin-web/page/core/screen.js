// Whether the screen is so narrow that it shows one column: the tray must then lie beside the board.

import { store } from '../state.js';

const narrow = matchMedia('(max-width: 700px)');

function look() {
  if (store.state.narrow !== narrow.matches) store.set(() => ({ narrow: narrow.matches }));
}

narrow.addEventListener('change', look);
look();
