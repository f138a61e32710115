// The Challenge tab: puzzles with one solution, to be made, played against the clock, and printed.

import { h } from '../core/dom.js';
import { num, t } from '../core/i18n.js';
import { called, choices, namesOf } from '../core/words.js';
import { button, copyButton, input, more, select, verdict } from '../core/parts.js';
import { stop } from '../core/jobs.js';
import { store } from '../state.js';
import { recordsCard } from '../play/play-view.js';
import { giveUpGame, startGame } from '../play/timer.js';
import { printChallenges } from '../print/print.js';
import { freshSeed } from '../slide/random.js';
import { challenge } from './search.js';

let wish = { difficulty: '', placed: '', seed: '' };

/** Draws again after a choice that only this panel knows. */
function again() {
  store.set((state) => ({ pack: { ...state.pack } }));
}

/** @param {import('../core/types.js').State} state */
export function challengePanel(state) {
  const { pack, server, job, doc } = state;
  const running = job?.running && job.kind === 'challenge';
  const made = pack.challenge;
  const set = (/** @type {Partial<typeof wish>} */ part) => {
    wish = { ...wish, ...part };
    again();
  };
  const make = () => {
    if (!/^\d+$/.test(wish.seed)) wish = { ...wish, seed: freshSeed() };
    challenge(wish);
  };
  return [
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'challenge-title' },
      h('h3', { id: 'challenge-title' }, t('challenge.title')),
      h('p', { class: 'small' }, t('challenge.about')),
      h(
        'div',
        { class: 'fields' },
        select({
          id: 'difficulty',
          label: t('challenge.difficulty'),
          value: wish.difficulty,
          options: [['', t('challenge.any')], ...choices('difficulty', namesOf(server.words, 'difficulty', 'pack'))],
          onchange: (difficulty) => set({ difficulty }),
        }),
      ),
      h(
        'div',
        { class: 'actions left' },
        running
          ? button({ label: t('solve.stop'), icon: 'stop', onclick: stop })
          : button({
              label: t('challenge.make'),
              icon: 'dice',
              kind: 'primary',
              onclick: () => {
                set({ seed: '' });
                make();
              },
              disabled: server.gone,
              id: 'challenge',
            }),
        wish.seed && !running ? button({ label: t('challenge.again'), onclick: make, disabled: server.gone }) : null,
      ),
      more(
        'more-challenge',
        input({
          id: 'fixed',
          label: t('challenge.fixed'),
          type: 'number',
          min: 0,
          max: 20,
          value: wish.placed,
          onchange: (placed) => set({ placed }),
        }),
        input({
          id: 'challenge-seed',
          label: t('random.seed'),
          value: wish.seed,
          onchange: (seed) => set({ seed: seed.replace(/\D/g, '').slice(0, 15) }),
        }),
      ),
      running ? verdict('wait', t('challenge.working')) : null,
      made
        ? [
            verdict('ok', t('challenge.made', { k: made.placed, grade: called('difficulty', made.difficulty), seed: made.seed })),
            h('p', { class: 'small' }, t('challenge.measured', { nodes: num(made.nodes), forced: num(made.forced) })),
          ]
        : null,
    ),
    doc.pack.given.length ? challengeTools(state) : null,
    recordsCard(doc.pack.name ?? t('play.own')),
  ];
}

/** What can be done with the challenge on the stage. @param {import('../core/types.js').State} state */
function challengeTools({ play, server }) {
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'challenge-tools-title' },
    h('h3', { id: 'challenge-tools-title' }, t('challenge.this')),
    h(
      'div',
      { class: 'actions left' },
      play.on
        ? button({ key: 'give-up', label: t('play.giveUp'), icon: 'stop', onclick: giveUpGame, id: 'give-up' })
        : button({ key: 'game', label: t('play.clock'), icon: 'clock', onclick: startGame, id: 'game' }),
      copyButton({ label: t('share.copyLink'), text: () => location.href, id: 'copy-challenge' }),
    ),
    h(
      'div',
      { class: 'actions left' },
      h('span', { class: 'small' }, t('print.sheet')),
      [1, 2, 4].map((count) =>
        button({
          key: count,
          label: t('print.perPage', { n: count }),
          icon: 'print',
          disabled: server.gone,
          onclick: () => printChallenges(count),
          id: `print-${count}`,
        }),
      ),
    ),
  );
}
