// The page as a whole: for everyone, on every screen, with and without its server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, open, openTab, stage, tiles, unfold, until, untilHeadline, untilTiles, violations } from './harness.js';

const { browser, scenario } = stage();

const FIRST = [5, 1, 9, 12, 7, 0, 2, 3, 13, 6, 8, 4, 10, 14, 11, 15];

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'id'],
]) {
  scenario(`axe finds nothing in the sliding workspace, ${theme}, ${language}`, async (page) => {
    await page.selectOption('#theme', theme);
    await page.keyboard.press('s');
    await untilHeadline(page, /30 moves/);
    await page.selectOption('#language', language);
    await page.locator('details.table summary').click();
    assert.deepEqual(await violations(page), []);
    await page.fill('#slide-text', '1 2 3\n4 5 5\n7 8 -');
    await page.locator('#slide-mistake').waitFor();
    await openTab(page, 'tree');
    await page.fill('#tree-nodes', '30');
    await page.keyboard.press('Tab');
    await page.locator('svg.tree').waitFor();
    await page.click('#tree-forward');
    assert.deepEqual(await violations(page), [], 'study');
    await page.click('#predict');
    await page.locator('#prediction').waitFor();
    assert.deepEqual(await violations(page), [], 'predict');
    await openTab(page, 'play');
    assert.deepEqual(await violations(page), [], 'play');
    await openTab(page, 'solve');
    assert.deepEqual(await violations(page), [], 'solve');
    await page.click('#edit');
    assert.deepEqual(await violations(page), [], 'edit');
    await page.click('#edit');
    await page.click('#tab-compare');
    await page.click('#compare');
    await page.locator('table.compare').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.click('#share');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.click('#help');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.click('#library');
    await page.click('#library-save');
    assert.deepEqual(await violations(page), [], 'library');
  });

  scenario(`axe finds nothing in the packing workspace, ${theme}, ${language}`, async (page) => {
    await page.selectOption('#theme', theme);
    await page.click('#open-pack');
    await untilHeadline(page, /at least one solution/);
    await page.selectOption('#language', language);
    for (const tab of ['puzzle', 'solve', 'all', 'challenge', 'tree']) {
      await openTab(page, tab);
      assert.deepEqual(await violations(page), [], tab);
    }
    await page.click('[data-piece=B]');
    await page.locator('.ghost').waitFor();
    assert.deepEqual(await violations(page), [], 'with a piece in hand');
    await page.keyboard.press('Escape');
    await page.click('#tab-puzzle');
    await page.getByRole('button', { name: 'iq-pyramid', exact: true }).click();
    await page.locator('canvas.space').waitFor();
    assert.deepEqual(await violations(page), [], 'the pyramid');
  });
}

/** How far the page is wider than its window. @param {import('playwright-core').Page} page */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

scenario(
  '360 pixels: one column with tabs below, nothing too wide, targets of 44 pixels',
  async (page) => {
    assert.ok((await overflow(page)) <= 0, 'the stage');
    assert.equal(await page.locator('.column.panel').isVisible(), false);
    for (const column of ['puzzle', 'panel', 'stage']) {
      await page.click(`#column-${column}`);
      assert.equal(await page.locator('.column.stage').isVisible(), column === 'stage');
      assert.ok((await overflow(page)) <= 0, column);
    }
    const small = await page.$$eval('.actions .button, .player .button, .bar .button, .column-tab', (buttons) =>
      buttons
        .filter((button) => button.getClientRects().length)
        .map((button) => ({ name: button.getAttribute('aria-label') ?? button.textContent, ...button.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => width < 43.5 || height < 43.5)
        .map(({ name, width, height }) => `${name} ${width}x${height}`),
    );
    assert.deepEqual(small, []);
    const left = await page.locator('ubin-slide-board').boundingBox();
    assert.ok(left && left.x >= 24 && left.x + left.width <= 336, 'the dead margin');
    await page.click('#solve');
    await untilHeadline(page, /30 moves – proven shortest/);
    await page.click('#open-pack');
    for (const column of ['puzzle', 'panel', 'stage']) {
      await page.click(`#column-${column}`);
      assert.ok((await overflow(page)) <= 0, `packing, ${column}`);
    }
    assert.deepEqual(await violations(page), []);
    await page.locator('[data-piece=C]').tap();
    // It comes where it fits; a tap elsewhere brings it there, a tap on it lays it down.
    assert.match(await page.locator('.column.stage').innerText(), /Place/);
    assert.equal(await page.locator('.ghost.ok').count(), 1);
    const held = await page.$$eval('.held .button', (all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    assert.equal(held.length, 4);
    assert.ok(
      held.every(({ left, right }) => left >= 24 && right <= 336),
      'the buttons of the piece in hand are in the window',
    );
    assert.deepEqual(await violations(page), [], 'with a piece in hand');
    await page.locator('ubin-pack-board [data-cell="28"]').tap();
    assert.equal(await page.locator('.ghost.ok').count(), 1);
    await page.locator('ubin-pack-board [data-cell="28"]').tap();
    await until(
      () => page.locator('.grid .filled').count(),
      (n) => n === 17,
      'a piece laid down by two taps',
    );
  },
  { context: { viewport: { width: 360, height: 740 }, hasTouch: true } },
);

/** What a finger may press and is smaller than 44 pixels; a box to tick is as large as its label. @param {import('playwright-core').Page} page */
const tooSmall = (page) =>
  page.$$eval('button, select, textarea, summary, label.toggle, input:not([type=checkbox])', (targets) =>
    targets
      .filter((target) => target.getClientRects().length)
      .map((target) => ({
        name: target.id || target.getAttribute('aria-label') || target.textContent,
        box: target.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  );

/** Choices whose words do not fit their box. @param {import('playwright-core').Page} page */
const cutOff = (page) =>
  page.$$eval('select', (choices) =>
    choices
      .filter((choice) => choice.getClientRects().length)
      .filter((choice) => {
        const [own, option] = [document.createElement('select'), document.createElement('option')];
        option.textContent = choice.selectedOptions[0]?.textContent ?? '';
        own.append(option);
        own.style.cssText = 'position: absolute; width: auto; min-width: 0';
        choice.after(own);
        const wanted = own.getBoundingClientRect().width;
        own.remove();
        return wanted > choice.getBoundingClientRect().width + 0.5;
      })
      .map((choice) => `${choice.id}: ${choice.selectedOptions[0]?.textContent}`),
  );

const TABS = { slide: ['solve', 'tree', 'compare', 'play'], pack: ['solve', 'all', 'challenge', 'tree', 'compare'] };
for (const language of ['en', 'id']) {
  for (const workspace of /** @type {const} */ (['slide', 'pack'])) {
    scenario(
      `360 pixels, every column and tab: ${workspace}, ${language}`,
      async (page) => {
        await page.selectOption('#language', language);
        await page.click(`#open-${workspace}`);
        const look = async (/** @type {string} */ where) => {
          assert.deepEqual(await tooSmall(page), [], `targets, ${where}`);
          assert.deepEqual(await cutOff(page), [], `words, ${where}`);
          assert.ok((await overflow(page)) <= 0, `width, ${where}`);
          assert.deepEqual(await violations(page), [], `axe, ${where}`);
        };
        if (workspace === 'slide') {
          await page.click('#solve');
          await page.locator('#scrubber:enabled').waitFor();
        }
        await look('stage');
        await page.click('#column-puzzle');
        await unfold(page);
        if (workspace === 'slide') await page.selectOption('#goal', 'custom');
        await look('puzzle');
        await page.click('#column-panel');
        for (const tab of TABS[workspace]) {
          await openTab(page, tab);
          if (tab === 'tree') {
            await page.locator('svg.tree').waitFor();
            await page.click('#tree-forward');
          }
          if (tab === 'compare') {
            await page.click('#compare');
            await page.locator('table.compare').waitFor();
          }
          await look(tab);
        }
      },
      { context: { viewport: { width: 360, height: 740 }, hasTouch: true } },
    );
  }
}

scenario('a playback is not told move by move: one region speaks, at most once a second', async (page) => {
  await page.keyboard.press('s');
  await untilHeadline(page, /30 moves/);
  await page.click('#tab-tree');
  await page.locator('svg.tree').waitFor();
  const speaking = await page.$$eval('output, [role=status], [role=log], [aria-live]:not([aria-live=off])', (regions) =>
    regions.map((region) => region.id || region.outerHTML),
  );
  assert.deepEqual(speaking, ['live']);
});

for (const [width, height] of [
  [1024, 768],
  [1440, 900],
  [1920, 1080],
]) {
  scenario(
    `${width} pixels: the stage fills its height and stays, whatever the panel shows`,
    async (page) => {
      const board = async () => /** @type {any} */ (await page.locator('.board').boundingBox());
      const panel = /** @type {any} */ (await page.locator('.column.panel').boundingBox());
      const first = await board();
      assert.ok(first.x + first.width <= panel.x);
      assert.ok(first.height > height * 0.45, `${first.height} of ${height}`);
      assert.ok((await overflow(page)) <= 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true, 'nothing below the window');
      for (const tab of ['solve', 'tree', 'compare', 'play', 'puzzle']) {
        await openTab(page, tab);
        assert.deepEqual(await board(), first, tab);
      }
    },
    { context: { viewport: { width, height } } },
  );
}

for (const language of ['en', 'id']) {
  scenario(`six tabs fit one line of a panel of 400 pixels: ${language}`, async (page) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.selectOption('#language', language);
    await page.click('#open-pack');
    const tabs = await page.$$eval('.tab', (all) => all.map((tab) => tab.getBoundingClientRect().toJSON()));
    assert.equal(tabs.length, 6);
    assert.equal(new Set(tabs.map(({ top }) => top)).size, 1, 'one line');
    const clipped = await page.$$eval('.tab', (all) => all.filter((tab) => tab.scrollWidth > tab.clientWidth).length);
    assert.equal(clipped, 0);
    assert.ok(tabs[5].right <= 1024);
  });
}

for (const language of ['en', 'id']) {
  scenario(
    `1024 pixels: the buttons of the stage stand in one line: ${language}`,
    async (page) => {
      await page.selectOption('#language', language);
      for (const workspace of ['slide', 'pack']) {
        await page.click(`#open-${workspace}`);
        const middles = await page.$$eval('.stage .actions .button', (all) =>
          all.map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)),
        );
        assert.equal(new Set(middles).size, 1, `${workspace}: ${middles}`);
      }
    },
    { context: { viewport: { width: 1024, height: 768 } } },
  );
}

scenario(
  'dark colours of the system can be read',
  async (page) => {
    await page.click('#tab-tree');
    await page.locator('.code-lines .lit').first().waitFor();
    assert.deepEqual(await violations(page), []);
  },
  { context: { forcedColors: 'active', colorScheme: 'dark' } },
);

scenario(
  'colours of the system show tiles, the tab that is open, and the line that runs',
  async (page) => {
    const frame = (/** @type {string} */ selector) => page.$eval(selector, (tab) => getComputedStyle(tab).outlineStyle);
    assert.equal(await frame('#tab-puzzle'), 'solid');
    assert.equal(await frame('#tab-solve'), 'none');
    // Grounds are taken away there: a tile has a border, and the lines of the pseudocode that run have a frame.
    const border = (/** @type {string} */ selector) => page.$eval(selector, (one) => getComputedStyle(one).borderTopWidth);
    assert.equal(await border('.board .tile'), '2px');
    assert.equal(await border('.board .blank'), '0px');
    await page.click('#tab-tree');
    await page.locator('.code-lines .lit').first().waitFor();
    const lines = await page.$$eval('.code-lines li', (all) =>
      all.map((one) => [one.classList.contains('lit'), getComputedStyle(one).outlineStyle === 'solid']),
    );
    assert.ok(
      lines.every(([lit, framed]) => lit === framed),
      'only the lines that run have a frame',
    );
    assert.deepEqual(await violations(page), []);
  },
  { context: { forcedColors: 'active' } },
);

scenario(
  'at 200 percent everything is still there',
  async (page) => {
    assert.ok((await overflow(page)) <= 0);
    await page.click('#solve');
    await untilHeadline(page, /30 moves/);
    assert.ok((await overflow(page)) <= 0);
    await page.click('#tab-tree');
    await page.locator('svg.tree').waitFor();
    const stage = /** @type {any} */ (await page.locator('.board').boundingBox());
    const tabs = /** @type {any} */ (await page.locator('.tabs').boundingBox());
    assert.ok(stage.y + stage.height <= tabs.y, 'the board does not cover the tabs');
  },
  { context: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 } },
);

scenario(
  'with reduced motion nothing moves by itself',
  async (page) => {
    await page.keyboard.press('ArrowRight');
    const running = await page.evaluate(() => document.getAnimations().length);
    assert.equal(running, 0);
    await untilTiles(page, [5, 1, 9, 12, 7, 2, 0, 3, 13, 6, 8, 4, 10, 14, 11, 15]);
  },
  { context: { reducedMotion: 'reduce' } },
);

scenario(
  'without it a tile takes 120 ms',
  async (page) => {
    const durations = await page.evaluate(async () => {
      const next = new Promise((resolve) => {
        const native = Element.prototype.animate;
        Element.prototype.animate = function animate(frames, options) {
          resolve(/** @type {any} */ (options).duration);
          return native.call(this, frames, options);
        };
      });
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      return next;
    });
    assert.equal(durations, 120);
  },
  { context: { reducedMotion: 'no-preference' } },
);

scenario(
  'the theme follows the system, and can be chosen',
  async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await ground(), 'rgb(20, 23, 28)');
    await page.selectOption('#theme', 'light');
    await until(ground, (color) => color === 'rgb(255, 255, 255)', 'light');
  },
  { context: { colorScheme: 'dark' } },
);

scenario('the keys are listed, and single keys can be switched off', async (page) => {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys and settings' }).waitFor();
  await page.getByLabel('Single keys on').uncheck();
  await page.keyboard.press('Escape');
  await until(
    () => page.getByRole('dialog').count(),
    (n) => n === 0,
    'the dialog is closed',
  );
  await page.keyboard.press('s');
  await page.keyboard.press('ArrowRight');
  await untilTiles(page, [5, 1, 9, 12, 7, 2, 0, 3, 13, 6, 8, 4, 10, 14, 11, 15], 'arrows still move');
  assert.equal(await page.innerText('.player .count'), '1 / 1');
});

scenario('a keyboard alone reaches everything on its way to a solution', async (page) => {
  const seen = new Set();
  for (let n = 0; n < 120; n += 1) {
    await page.keyboard.press('Tab');
    const id = await page.evaluate(
      () => document.activeElement?.id || document.activeElement?.getAttribute('role') || document.activeElement?.tagName,
    );
    seen.add(id);
    if (id === 'goal') break;
  }
  for (const id of [
    'open-slide',
    'open-pack',
    'language',
    'theme',
    'share',
    'help',
    'slide-text',
    'rows',
    'cols',
    'goal',
    'gridcell',
    'solve',
  ])
    assert.ok(seen.has(id), `${id} among ${[...seen].join()}`);
  await page.focus('#solve');
  await page.keyboard.press('Enter');
  await untilHeadline(page, /30 moves – proven shortest/);
});

test('text typed while the server is gone is read when it comes back', async () => {
  const own = await Server.start();
  const { page, close } = await open(browser(), `${own.url}/`);
  await page.getByText('Solvable – sum 40').waitFor();
  await own.kill();
  await page.fill('#slide-text', '1 2 3\n4 5 6\n7 - 8');
  await page.locator('#gone').waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.inputValue('#slide-text'), '1 2 3\n4 5 6\n7 - 8');
  const again = await Server.start(own.port);
  try {
    await page.locator('#gone').waitFor({ state: 'detached' });
    await untilTiles(page, [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  } finally {
    await close();
    await again.kill();
  }
});

scenario(
  'print gives the board alone',
  async (page) => {
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['.bar', '.column.panel', '.actions', '.headline', '.tray'])
      assert.equal(await page.locator(selector).first().isVisible(), false, selector);
    assert.equal(await page.locator('.grid').isVisible(), true);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'true');
    });
    await page.click('#share');
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('body[data-printed]').waitFor();
  },
  { hash: '#p/iq' },
);

test('the server goes and comes back: a banner, editing goes on, the page connects again', async () => {
  const own = await Server.start();
  const { page, close } = await open(browser(), `${own.url}/`);
  await page.getByText('Solvable – sum 40').waitFor();
  await own.kill();
  await page.keyboard.press('ArrowRight');
  await page.locator('#gone').waitFor();
  await page.keyboard.press('ArrowUp');
  await untilTiles(page, [5, 1, 0, 12, 7, 2, 9, 3, 13, 6, 8, 4, 10, 14, 11, 15], 'editing goes on');
  assert.equal(await page.isDisabled('#solve'), true);
  const again = await Server.start(own.port);
  try {
    await page.locator('#gone').waitFor({ state: 'detached' });
    await page.click('#solve');
    await untilHeadline(page, /moves – proven shortest/);
    assert.equal((await tiles(page)).length, FIRST.length);
  } finally {
    await close();
    await again.kill();
  }
});
