// Language and theme follow the settings, before any view draws: this module must be the first that the page loads.

import { keepSettings, store } from '../state.js';
import { speak } from './i18n.js';

/** @type {import('./types.js').Settings | null} */
let applied = null;

function apply() {
  const { settings } = store.state;
  if (settings === applied) return;
  if (applied) keepSettings(settings);
  applied = settings;
  speak(settings.language);
  document.documentElement.dataset.theme = settings.theme;
}

store.subscribe(apply);
apply();
