// Playing, printing and keeping, as players, teachers and collectors do.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { letters, openTab, stage, tiles, until, untilHeadline, untilTiles, violations } from './harness.js';

const { scenario } = stage();

const TWO = '#s/3x3/1.2.3.4.5.6.0.7.8';

scenario(
  'a game: the clock begins with the first move, the shortest is told, and it is kept',
  async (page) => {
    await page.click('#tab-play');
    await page.click('#game-here');
    await untilHeadline(page, /0\.0 s[\s\S]*ready/);
    await page.keyboard.press('ArrowRight');
    await until(
      () => page.innerText('ubin-clock'),
      (now) => now !== '0.0 s',
      'the clock runs',
    );
    await page.keyboard.press('ArrowRight');
    await untilHeadline(page, /Solved in [\d.]+ s, 2 moves \(the shortest has 2\)/);
    assert.equal(await page.locator('.board.celebrate').count(), 1);
    assert.equal(await page.locator('.game-row').count(), 1);
    assert.match(await page.innerText('.game-row'), /2 moves, shortest 2/);
    assert.deepEqual(await violations(page), []);
    await page.getByRole('link', { name: 'Replay' }).click();
    await until(
      () => page.innerText('.player .count'),
      (count) => count === '0 / 2',
      'the moves of the game',
    );
  },
  { hash: TWO },
);

scenario(
  'a game of one move ends with it',
  async (page) => {
    await page.click('#tab-play');
    await page.click('#game-here');
    await page.keyboard.press('ArrowRight');
    await untilHeadline(page, /Solved in [\d.]+ s, 1 move/);
    assert.equal(await page.locator('.game-row').count(), 1);
  },
  { hash: '#s/3x3/1.2.3.4.5.6.7.0.8' },
);

scenario(
  'averages of five, and the best without hints',
  async (page) => {
    await page.evaluate(() => {
      const game = (/** @type {number} */ ms) => ({
        size: '3x3',
        ms,
        moves: 20,
        shortest: 20,
        hints: 0,
        link: '#s/3x3/1.2.3.4.5.6.7.0.8',
        when: ms,
      });
      localStorage.setItem('ubin-games', JSON.stringify([10_000, 50_000, 20_000, 30_000, 40_000].map(game)));
    });
    await page.click('#tab-play');
    const facts = await page.innerText('#tab-body .facts');
    assert.match(facts, /Best time\s+10\.0 s/);
    assert.match(facts, /Average of 5\s+30\.0 s/);
    assert.match(facts, /Average of 12\s+–/);
  },
  { hash: TWO },
);

scenario(
  'on a telephone a game begins where its board is',
  async (page) => {
    await page.click('#column-panel');
    await page.click('#tab-play');
    await page.click('#game-here');
    await untilHeadline(page, /0\.0 s[\s\S]*ready/);
    const board = await page.locator('.board').boundingBox();
    assert.ok(board && board.y > 0 && board.y + board.height < 740 - 52, 'all of it is in view');
  },
  { hash: TWO, context: { viewport: { width: 360, height: 740 }, hasTouch: true } },
);

scenario('a new game deals a board; undo can be switched off', async (page) => {
  await page.click('#tab-play');
  await page.click('#allow-undo');
  const before = await tiles(page);
  await page.click('#game');
  await until(
    () => tiles(page),
    (now) => now.join() !== before.join(),
    'another board',
  );
  await untilHeadline(page, /ready/);
  const [cell] = await page.$$eval('ubin-slide-board [role=gridcell]', (cells) => [
    cells.findIndex((one) => one.classList.contains('blank')),
  ]);
  await page.keyboard.press(cell % 4 === 3 ? 'ArrowLeft' : 'ArrowRight');
  await untilHeadline(page, /1 move/);
  assert.equal(await page.isDisabled('#undo'), true);
  await page.click('#give-up');
  assert.equal(await page.isDisabled('#undo'), false);
});

scenario(
  'nothing moves when a game is won, where less motion is asked for',
  async (page) => {
    await page.click('#tab-play');
    await page.click('#game-here');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await untilHeadline(page, /Solved in/);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  },
  { hash: TWO, context: { reducedMotion: 'reduce' } },
);

/** Two pieces given, one left, with one solution. */
const GIVEN = '#p/~2_4_3;DEFAULT;AAA;A;BB;CC?placed=AAA1ABB1&given=AB&difficulty=easy&seed=7';

scenario(
  'given pieces are locked, also in a link, which has difficulty and seed',
  async (page) => {
    const board = ['AAA.', 'ABB.'];
    await until(
      () => letters(page),
      (now) => now.join() === board.join(),
      'the challenge',
    );
    assert.match(await page.innerText('#given'), /given: A B – easy, seed 7/);
    await page.locator('ubin-pack-board [data-cell="0"]').click();
    await untilHeadline(page, /A is given: it stays where it is/);
    assert.equal(await page.locator('.ghost').count(), 0);
    await page.keyboard.press('Delete');
    assert.deepEqual(await letters(page), board);
    for (const key of ['c', 'Enter']) await page.keyboard.press(key);
    await until(
      () => letters(page),
      (now) => now.join() === 'AAAC,ABBC',
      'the last piece',
    );
    await page.click('#clear');
    await until(
      () => letters(page),
      (now) => now.join() === board.join(),
      'Clear leaves what is given',
    );
    assert.equal(await page.isDisabled('#clear'), true);
  },
  { hash: GIVEN },
);

scenario(
  'a challenge against the clock counts the hints',
  async (page) => {
    await page.click('#tab-challenge');
    await page.click('#game');
    await untilHeadline(page, /ready/);
    await page.click('#hint');
    await untilHeadline(page, /^C: /);
    for (const key of ['c', 'Enter']) await page.keyboard.press(key);
    await untilHeadline(page, /Solved in [\d.]+ s, 1 move/);
    assert.match(await page.innerText('.game-row'), /1 hint/);
    assert.equal(await page.locator('.pack-board.celebrate').count(), 1);
  },
  { hash: GIVEN },
);

/** What would be printed: the pages of the file that Chromium makes, and the words on paper. `UBIN_PICTURES` keeps the files. @param {import('playwright-core').Page} page @param {string} name */
async function printed(page, name) {
  // The words first: a page that was printed forgets its sheet.
  await page.emulateMedia({ media: 'print' });
  const words = await page.innerText('body');
  await page.emulateMedia({ media: null });
  const folder = process.env.UBIN_PICTURES;
  const file = await page.pdf({ format: 'A4', ...(folder ? { path: `${folder}/print-${name}.pdf` } : {}) });
  const pages = file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  return { pages, words };
}

/** Lets the page print without a printer. @param {import('playwright-core').Page} page @param {() => Promise<void>} button */
async function press(page, button) {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true');
  });
  await button();
  await page.locator('body[data-printed]').waitFor();
}

scenario(
  'a challenge sheet: the board, the pieces to cut, a code; the solution on a page of its own',
  async (page) => {
    await page.click('#tab-challenge');
    await press(page, () => page.click('#print-1'));
    assert.equal(await page.locator('ubin-print .qr').count(), 1);
    assert.equal(await page.locator('ubin-print .challenge .cut svg').count(), 1);
    assert.match(/** @type {string} */ (await page.getAttribute('ubin-print .qr', 'aria-label')), /#p\/.*placed=AAA1ABB1&given=AB/);
    const { pages, words } = await printed(page, 'challenge');
    assert.equal(pages, 2);
    assert.match(words, /easy, seed 7[\s\S]*turned over[\s\S]*Opens on this computer only[\s\S]*1 piece to place[\s\S]*Solutions/);
    assert.doesNotMatch(words, /Sliding|Compare/, 'nothing of the page itself');
    await until(
      () => page.locator('ubin-print > *').count(),
      (n) => n === 0,
      'the sheet is forgotten',
    );
  },
  { hash: GIVEN },
);

scenario(
  'the pieces of a pyramid are cut out in the scale of its layers',
  async (page) => {
    await page.click('#tab-challenge');
    for (const count of [1, 2]) {
      await page.evaluate(() => document.body.removeAttribute('data-printed'));
      await press(page, () => page.click(`#print-${count}`));
      await page.emulateMedia({ media: 'print' });
      const cells = await page.$$eval('ubin-print .challenge :is(.print-plan, .cut svg)', (all) =>
        all.map((one) => one.getBoundingClientRect().width / Number(one.getAttribute('viewBox')?.split(' ')[2])),
      );
      assert.ok(cells.length > 3 && Math.max(...cells) < 1.02 * Math.min(...cells), JSON.stringify(cells));
      await page.emulateMedia({ media: null });
    }
  },
  { hash: '#p/~2_2_3;PYRAMID;A;BB;CC?placed=A4&given=A&difficulty=easy&seed=7' },
);

scenario(
  'four challenges to a page',
  async (page) => {
    await page.click('#tab-challenge');
    await page.click('#challenge');
    await page.getByText(/pieces placed, one solution/).waitFor({ timeout: 60_000 });
    await press(page, () => page.click('#print-4'));
    assert.equal(await page.locator('ubin-print .challenge').count(), 4);
    assert.equal(new Set(await page.$$eval('ubin-print .qr', (all) => all.map((one) => one.getAttribute('aria-label')))).size, 4);
    assert.equal((await printed(page, 'four')).pages, 2);
  },
  // Few solutions: the challenges are found at once.
  { hash: '#p/pentominoes%203x20' },
);

scenario(
  'a solution goes to paper as boards, a tree as a tree',
  async (page) => {
    await page.click('#tab-solve');
    await page.click('#solve');
    await untilHeadline(page, /2 moves/);
    await press(page, () => page.click('#print-boards'));
    assert.equal(await page.locator('ubin-print .board-list li').count(), 3);
    assert.match((await printed(page, 'boards')).words, /A solution in 2 moves[\s\S]*2\. right/);
    await page.evaluate(() => document.body.removeAttribute('data-printed'));
    await page.click('#tab-tree');
    await page.click('#tree-last');
    await press(page, () => page.click('#print-tree'));
    const { pages, words } = await printed(page, 'tree');
    assert.equal(pages, 1);
    assert.match(words, /Search tree of branch and bound/);
    // The browser's own key prints what is on the screen: here it is the tree again.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.locator('ubin-print .tree-sheet').waitFor({ state: 'attached' });
  },
  { hash: TWO },
);

scenario(
  'the library keeps puzzles under their names, and goes into one file and back',
  async (page, { context }) => {
    await page.click('#library');
    await page.fill('#library-name', 'My two moves');
    await page.click('#library-save');
    await page.locator('#library-list').getByText('My two moves').waitFor();
    assert.equal(await page.locator('#library-list .board-picture text').count(), 8, 'with its board');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#library-export')]);
    const file = readFileSync(await download.path());
    assert.equal(JSON.parse(String(file)).puzzles[0].name, 'My two moves');
    await page.getByRole('button', { name: 'Delete My two moves' }).click();
    await page.getByText('Nothing is kept yet').waitFor();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#library-import')]);
    await chooser.setFiles({ name: 'library.json', mimeType: 'application/json', buffer: file });
    await page.locator('#library-list').getByText('My two moves').waitFor();
    const [wrong] = await Promise.all([page.waitForEvent('filechooser'), page.click('#library-import')]);
    await wrong.setFiles({ name: 'library.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await page.getByRole('dialog').getByText('This is not a file of a library').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '30 moves' }).click();
    await page.click('#library');
    await page.locator('#library-list').getByText('My two moves').click();
    await untilTiles(page, [1, 2, 3, 4, 5, 6, 0, 7, 8]);
    assert.equal(await page.getByRole('dialog').count(), 0);
    // It outlives the page.
    const other = await context.newPage();
    await other.goto(page.url());
    await other.click('#library');
    await other.locator('#library-list').getByText('My two moves').waitFor();
  },
  { hash: TWO },
);

scenario(
  'a piece in space is painted layer by layer',
  async (page) => {
    await openTab(page, 'puzzle');
    await page.locator('.painter .mini').nth(0).click();
    await page.locator('.painter .mini').nth(1).click();
    await page.click('[data-layer="1"]');
    assert.equal(await page.locator('.painter .below').count(), 2, 'what lies below shows through');
    await page.locator('.painter .mini').nth(1).click();
    await page.getByRole('button', { name: 'Add' }).click();
    await until(
      () => page.inputValue('#pack-text'),
      (text) => /\n C\n\/\nCC\n/.test(text),
      'two layers, the upper one first',
    );
    await untilHeadline(page, /at least one solution|the pieces cover/);
  },
  { hash: '#p/~2_2_2;BOX_2;AA;BB' },
);
