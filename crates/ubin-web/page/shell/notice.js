// A line that says that a new version of the page is there.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button } from '../core/parts.js';
import { beginNew } from '../engine/update.js';

class Notice extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ server, settings }) {
    return [server.isNew, settings.language];
  }

  /** @param {import('../core/types.js').State} state */
  render({ server }) {
    if (!server.isNew) return null;
    return h(
      'div',
      { class: 'notice', role: 'status', id: 'new-version' },
      h('span', null, t('update.new')),
      button({ label: t('update.begin'), onclick: beginNew, id: 'begin-new' }),
    );
  }
}

define('ubin-notice', Notice);
