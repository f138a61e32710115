// The packing workspace, as a person uses it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlone, letters, openTab, stage, unfold, until, untilHeadline, violations } from './harness.js';

const { scenario } = stage();

/** Three pieces that fill a 2 x 4 board; only so, but for turning the board. */
const SMALL = '#p/~2_4_3;DEFAULT;AAA;A;BB;CC';
const cell = (/** @type {number} */ at) => `ubin-pack-board [data-cell="${at}"]`;

/** @param {import('playwright-core').Page} page @param {string} selector */
async function middle(page, selector) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {import('playwright-core').Page} page @param {string[]} wanted */
const untilLetters = (page, wanted) =>
  until(
    () => letters(page),
    (now) => now.join() === wanted.join(),
    `the board should be ${wanted.join()}`,
  );

scenario('it opens with three pieces placed and says that a solution remains', async (page) => {
  await page.click('#open-pack');
  await untilLetters(page, ['AAA....GGGG', 'A.........G', '...........', '.......L...', '.......LL..']);
  await untilHeadline(page, /at least one solution/);
  assert.match(await page.innerText('#constraints'), /area 55 = 55 – rotate on – flip on – all pieces used/);
  await page.getByRole('button', { name: 'Piece A, 4 cells, used' }).waitFor();
});

scenario(
  'a piece is dragged from the tray, with a ghost; lifted by a click; sent back by a long press',
  async (page) => {
    const from = await middle(page, '[data-piece=B]');
    const to = await middle(page, cell(2));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.locator('.ghost.ok').waitFor();
    const beyond = await middle(page, cell(3));
    await page.mouse.move(beyond.x + 4, beyond.y, { steps: 3 });
    await page.locator('.ghost.bad').waitFor();
    assert.match(await page.innerText('.ghost-why'), /outside the board/);
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    await untilLetters(page, ['..BB', '....']);
    // A click takes it up, the wheel turns it, a click lays it down.
    await page.click(cell(2));
    await page.locator('.ghost').waitFor();
    await page.mouse.wheel(0, 100);
    await page.click(cell(1));
    await untilLetters(page, ['.B..', '.B..']);
    const at = await middle(page, cell(1));
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await until(
      () => letters(page),
      (now) => now.join() === '....,....',
      'the long press',
    );
    await page.mouse.up();
  },
  { hash: SMALL },
);

scenario(
  'buttons beside the piece turn it, flip it and let it go',
  async (page) => {
    await page.click('[data-piece=A]');
    await page.getByRole('button', { name: 'Turn' }).click();
    await page.getByRole('button', { name: 'Flip' }).click();
    await page.getByRole('button', { name: 'Let go' }).click();
    assert.equal(await page.locator('.ghost').count(), 0);
  },
  { hash: SMALL },
);

scenario(
  'keys alone fill the board',
  async (page) => {
    await page.keyboard.press('a');
    await page.locator('.ghost.ok').waitFor();
    await page.keyboard.press('Enter');
    await untilLetters(page, ['AAA.', 'A...']);
    // It comes where it fits.
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await untilLetters(page, ['AAA.', 'ABB.']);
    // Turned, if it must be.
    await page.keyboard.press('c');
    await page.keyboard.press('Enter');
    await untilLetters(page, ['AAAC', 'ABBC']);
    await untilHeadline(page, /Every cell is filled/);
    await page.keyboard.press('Delete');
    await untilLetters(page, ['AAA.', 'ABB.']);
    await page.keyboard.press('Control+z');
    await untilLetters(page, ['AAAC', 'ABBC']);
    await page.keyboard.press('c');
    await page.keyboard.press('Escape');
    await untilLetters(page, ['AAAC', 'ABBC']);
  },
  { hash: SMALL },
);

scenario(
  'a dead position is told and its region hatched',
  async (page) => {
    for (const key of ['l', 'r', 'r', 'Enter']) await page.keyboard.press(key);
    await untilLetters(page, ['.L.........', 'LL.........', '...........', '...........', '...........']);
    await untilHeadline(page, /dead: no piece.* row 1 column 1/);
    await until(
      () => page.locator('.grid .dead').count(),
      (n) => n === 1,
      'one hatched cell',
    );
    assert.deepEqual(await violations(page), []);
  },
  { hash: '#p/iq' },
);

scenario(
  'a hint names the piece and why, solve fills the board, undo empties it',
  async (page) => {
    await page.click('#hint');
    await untilHeadline(page, /^[A-L]: .*(fits|filled|leads)/);
    assert.ok((await page.locator('.grid .hinted').count()) > 0);
    await page.click('#solve');
    await until(
      () => letters(page),
      (now) => !now.join('').includes('.'),
      'a full board',
    );
    await untilHeadline(page, /Every cell is filled/);
    await page.click('#undo');
    await until(
      () => letters(page),
      (now) => now.join('').includes('.'),
      'undone',
    );
  },
  { hash: '#p/iq' },
);

scenario(
  'count: exactly, and up to symmetry',
  async (page) => {
    await openTab(page, 'all');
    await page.click('#count');
    await page
      .getByText('8 solutions, exactly')
      .or(page.getByText(/solutions, exactly/))
      .first()
      .waitFor();
    const facts = await page.locator('.facts').first().innerText();
    assert.match(facts, /Solutions\s+8/);
    assert.match(facts, /Up to symmetry\s+2/);
  },
  { hash: '#p/pentominoes%203x20' },
);

scenario(
  'all solutions: next and previous, a filter, a heat map',
  async (page) => {
    await page.click('#tab-all');
    await page.click('#next-solution');
    await until(
      () => page.innerText('#all-of'),
      (now) => /1 of 8/.test(now),
      'the first of eight',
    );
    const first = await letters(page);
    await page.click('#next-solution');
    await until(
      () => page.innerText('#all-of'),
      (now) => /2 of 8/.test(now),
      'the second of eight',
    );
    assert.notDeepEqual(await letters(page), first);
    await page.keyboard.press('Shift+P');
    await until(
      () => page.innerText('#all-of'),
      (now) => /1 of 8/.test(now),
      'back by a key',
    );
    await page.selectOption('#filter-piece', 'X');
    await page.locator(cell(21)).click();
    await page.click('#filter');
    await until(
      () => page.innerText('#tab-body'),
      (now) => /Only with X on row 2 column 2/.test(now),
      'filtered',
    );
    await page.selectOption('#heat', 'X');
    await until(
      () => page.locator('.grid .heated').count(),
      (n) => n === 60,
      'a heat on every cell',
    );
    // In all four solutions with X here it lies on these five cells.
    assert.equal(await page.innerText(cell(22)), '4');
    assert.equal(await page.innerText(cell(10)), '0');
    assert.match(/** @type {string} */ (await page.getAttribute(cell(22), 'aria-label')), /row 2 column 3; X in 4 solutions$/);
    assert.match(await page.innerText('#heat-legend'), /X covers a cell in 0 to 4 of 4 solutions/);
    for (const theme of ['light', 'dark']) {
      await page.selectOption('#theme', theme);
      assert.deepEqual(await violations(page), [], theme);
    }
  },
  { hash: '#p/pentominoes%203x20' },
);

scenario('a challenge has one solution, a link and a difficulty', async (page, { context }) => {
  await page.click('#open-pack');
  await page.click('#tab-challenge');
  await page.selectOption('#difficulty', 'easy');
  await page.click('#challenge');
  await page.getByText(/pieces placed, one solution, easy, seed \d+/).waitFor({ timeout: 60_000 });
  await until(
    () => Promise.resolve(page.url()),
    // The board before has a link as well, but no difficulty.
    (url) => /#p\/iq\?placed=.*&difficulty=easy&seed=\d+/.test(url),
    'the link',
  );
  const board = await letters(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector('html[data-ready]', { state: 'attached' });
  await until(
    () => letters(other),
    (now) => now.join() === board.join(),
    'the challenge of the link',
  );
});

scenario(
  'a challenge without flips can be solved without flips',
  async (page) => {
    await page.click('#tab-challenge');
    const asked = isAlone ? null : page.waitForRequest('**/api/generate');
    await page.click('#challenge');
    if (asked) assert.equal((await asked).postDataJSON().no_flip, true);
    await page.getByText(/pieces placed, one solution/).waitFor({ timeout: 60_000 });
    await untilHeadline(page, /at least one solution/);
    assert.match(await page.innerText('#constraints'), /flip off/);
  },
  { hash: '#p/iq?no-flip=1' },
);

scenario(
  'a piece that lies turned over keeps flips on',
  async (page) => {
    for (const key of ['a', 'f', 'Enter']) await page.keyboard.press(key);
    await untilLetters(page, ['AAA.', '..A.']);
    await page.click('#no-flip');
    await untilHeadline(page, /piece A lies turned over/);
    assert.equal(await page.isChecked('#no-flip'), true);
    await page.keyboard.press('Control+z');
    await untilHeadline(page, /at least one solution/);
    await page.click('#no-flip');
    await until(
      () => page.innerText('#constraints'),
      (now) => /flip off/.test(now),
      'an empty board takes it',
    );
  },
  { hash: SMALL },
);

scenario(
  'reasons are told in the page’s language',
  async (page) => {
    await page.selectOption('#language', 'id');
    for (const key of ['a', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await untilHeadline(page, /buntu: .*diwarnai|buntu: .*(petak|keping)/);
    await page.click('#solve');
    await untilHeadline(page, /^Tanpa solusi: .*(petak|keping|simpul)/);
  },
  { hash: '#p/~2_4_3;DEFAULT;AA;BB;CCCC' },
);

scenario(
  'a pyramid turns, explodes, and takes a piece by its plan',
  async (page) => {
    const canvas = page.locator('canvas.space');
    await canvas.waitFor();
    const picture = () => canvas.evaluate((element) => /** @type {HTMLCanvasElement} */ (element).toDataURL());
    const before_ = await picture();
    const at = await middle(page, 'canvas.space');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 80, at.y + 20, { steps: 5 });
    await page.mouse.up();
    const turned = await until(picture, (now) => now !== before_, 'dragging turns it');
    await canvas.focus();
    await page.keyboard.press('ArrowLeft');
    const again = await until(picture, (now) => now !== turned, 'arrows turn it');
    await page.locator('#explode').fill('1');
    const apart = await until(picture, (now) => now !== again, 'it explodes');
    await page.locator('#layer').fill('2');
    const cut = await until(picture, (now) => now !== apart, 'only two layers');
    await page.locator('#xray').check();
    await until(picture, (now) => now !== cut, 'x-ray');
    await page.keyboard.press('Tab');
    await page.click('[data-piece=A]');
    await page.locator('.plan [data-cell="54"]').click();
    await page.getByText(/A: placement 1 of \d+ through here/).waitFor();
    await page.keyboard.press('r');
    await page.getByText(/A: placement 2 of \d+ through here/).waitFor();
    await page.keyboard.press('Enter');
    await until(
      () => page.locator('.plan .filled').count(),
      (n) => n === 4,
      'four balls are there',
    );
    await untilHeadline(page, /at least one solution|dead|not known/);
  },
  { hash: '#p/iq-pyramid' },
);

scenario(
  'all layers of the plan are in view',
  async (page) => {
    await page.locator('.plan').first().waitFor();
    for (const [width, height] of [
      [1280, 800],
      [1440, 900],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      const beyond = await page.$eval('.plans', (plans) => plans.scrollHeight - plans.clientHeight);
      assert.ok(beyond <= 0, `${width}x${height}: ${beyond} pixels too high`);
    }
  },
  { hash: '#p/iq-pyramid' },
);

scenario(
  'a tap on a ball shows where the chosen piece goes',
  async (page) => {
    await page.click('[data-piece=B]');
    const at = await middle(page, 'canvas.space');
    await page.mouse.click(at.x, at.y);
    await page.getByText(/B: placement 1 of \d+ through here|does not fit/).waitFor();
    await page.click('#place');
    await until(
      () => page.locator('.plan .filled').count(),
      (n) => n === 5,
      'five balls are there',
    );
  },
  { hash: '#p/iq-pyramid' },
);

scenario(
  'a box is solved in its layers',
  async (page) => {
    await page.click('#solve');
    await until(
      () => page.locator('.plan .filled').count(),
      (n) => n === 27,
      'all cubes are there',
    );
  },
  { hash: '#p/soma' },
);

scenario(
  'boards are made: another size, a mask, a painted piece',
  async (page) => {
    await unfold(page);
    await page.selectOption('#kind', 'CUSTOM');
    await page.locator('.mask .mini').first().click();
    await until(
      () => page.innerText('#constraints'),
      (now) => /area 8 ≠ 7/.test(now),
      'one cell fewer',
    );
    await untilHeadline(page, /the pieces cover 8 cells, the board has 7/);
    await page.fill('#mask-text', 'XXX\nXXX\nXXX');
    await page.keyboard.press('Tab');
    await until(
      () => page.innerText('#constraints'),
      (now) => /area 8 ≠ 9/.test(now),
      'a pasted mask',
    );
    await page.locator('.painter .mini').nth(12).click();
    await page.getByRole('button', { name: 'Add' }).click();
    await until(
      () => page.innerText('#constraints'),
      (now) => /area 9 = 9/.test(now),
      'a piece of one cell',
    );
    await page.locator('[data-piece=D]').waitFor();
  },
  { hash: SMALL },
);

scenario(
  'a course file opens, with its mistakes told by line',
  async (page) => {
    await page.fill('#pack-text', '2 2 2\nDEFAULT\nAA\nBB\n');
    await page.getByRole('grid', { name: 'Packing board, 2 rows and 2 columns' }).waitFor();
    await page.fill('#pack-text', '2 2 2\nDEFAULT\nAA\nB1\n');
    await page.locator('#pack-mistake pre').waitFor();
    assert.match(await page.innerText('#pack-mistake'), /only one letter and spaces/);
    await page.getByRole('grid', { name: 'Packing board, 2 rows and 2 columns' }).waitFor();
  },
  { hash: SMALL },
);

scenario(
  'a piece that is there several times is laid several times, each one by itself',
  async (page) => {
    const tray = page.locator('[data-piece=A]');
    assert.match(await page.innerText('#constraints'), /area 8 = 8/);
    for (const left of [3, 2]) {
      await page.keyboard.press('a');
      await page.keyboard.press('Enter');
      await until(
        () => tray.innerText(),
        (now) => now.includes(`×${left}`),
        `${left} left`,
      );
    }
    assert.deepEqual(await letters(page), ['AAAA', '....']);
    assert.equal(await page.locator('.pieces .body').count(), 2, 'an outline each');
    // One of them is taken away, the other stays.
    await page.locator('ubin-pack-board [data-cell="2"]').focus();
    await page.keyboard.press('Delete');
    await until(
      () => letters(page),
      (now) => now.join() === 'AA..,....',
      'the other stays',
    );
    await page.click('#solve');
    await untilHeadline(page, /Every cell is filled/);
    assert.match(await page.inputValue('#pack-text'), /^2 4 1\nDEFAULT\nAA\nCOPIES A 4\n/);
    await page.getByRole('button', { name: 'slothouber-graatsma' }).click();
    await untilHeadline(page, /at least one solution/);
    await page.getByText('Pieces: 9 of 9 left').waitFor();
  },
  { hash: '#p/~2_4_1;DEFAULT;AA;COPIES_A_4' },
);
