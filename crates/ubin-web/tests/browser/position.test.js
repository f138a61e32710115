// What the page says is about the position on the stage: whatever is known of another one goes with it.

import assert from 'node:assert/strict';
import { toText } from '../../page/slide/board.js';
import { EXAMPLES } from '../../page/slide/examples.js';
import en from '../../page/text/en.js';
import { headline, letters, listen, stage, tiles, until, untilHeadline, untilTiles } from './harness.js';

const { scenario, withServer } = stage();

const FIRST = [5, 1, 9, 12, 7, 0, 2, 3, 13, 6, 8, 4, 10, 14, 11, 15];
const RIGHT = [5, 1, 9, 12, 7, 2, 0, 3, 13, 6, 8, 4, 10, 14, 11, 15];
const THREE = '#s/4x4/1.2.3.4.5.6.0.8.9.10.7.11.13.14.15.12';
/** Eight cells in rows of two: with A one cell to the right no rest of it can be filled. */
const EIGHT = '#p/~2_4_3;DEFAULT;AA;BB;CCCC';

scenario(
  'undo takes back the proof that there is no solution',
  async (page) => {
    await untilHeadline(page, /at least one solution/);
    for (const key of ['a', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.press('Shift+S');
    await untilHeadline(page, /No solution: /);
    await page.keyboard.press('Control+z');
    await untilHeadline(page, /at least one solution/);
    assert.equal(await page.getByText('No solution').count(), 0);
    await page.keyboard.press('Control+y');
    await untilHeadline(page, /dead: /);
  },
  { hash: EIGHT },
);

scenario(
  'after a hint, Solve says what it has found',
  async (page) => {
    for (const key of ['a', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await untilHeadline(page, /dead: /);
    await page.click('#hint');
    await page.click('#tab-solve');
    await page.getByRole('heading', { name: 'Hint' }).waitFor();
    await page.click('#solve');
    await untilHeadline(page, /^No solution: /);
  },
  { hash: EIGHT },
);

scenario(
  'a count and a list of solutions go with their position',
  async (page) => {
    await page.click('#tab-all');
    await page.click('#count');
    await page.getByText(/\d+ solutions, exactly/).waitFor();
    for (const key of ['a', 'Enter']) await page.keyboard.press(key);
    await page.click('#count');
    await page.getByText(/\d+ solutions?, exactly/).waitFor();
    await page.click('#undo');
    await until(
      () => page.getByText(/solutions?, exactly/).count(),
      (n) => n === 0,
      'the count of the other position is gone',
    );
    await page.click('#tab-all');
    await page.click('#next-solution');
    await untilHeadline(page, /Solution 1 of/);
    await page.click('#redo');
    await untilHeadline(page, /at least one solution/);
    assert.equal(await page.locator('#all-of').count(), 0);
    assert.deepEqual(await letters(page), ['AA..', '....']);
  },
  { hash: EIGHT },
);

scenario('a hint goes with its board', async (page) => {
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('h');
  await untilHeadline(page, /^Move tile \d+/);
  await page.locator('.board .arrow').waitFor();
  await page.keyboard.press('Control+z');
  await untilTiles(page, FIRST);
  assert.equal(await page.locator('.board .arrow').count(), 0);
  assert.doesNotMatch(await headline(page), /Move tile/);
});

scenario(
  'a tree and a comparison say when they are of another board',
  async (page) => {
    await page.click('#tab-tree');
    await page.locator('svg.tree').waitFor();
    assert.equal(await page.getByText('tree of another position').count(), 0);
    await page.click('#tab-puzzle');
    await page.focus('ubin-slide-board [tabindex="0"]');
    await page.keyboard.press('ArrowUp');
    await page.click('#tab-tree');
    await page.getByText('tree of another position').waitFor();
    await page.keyboard.press('Control+z');
    await until(
      () => page.getByText('tree of another position').count(),
      (n) => n === 0,
      'it is this board’s again',
    );
    await page.click('#tab-compare');
    await page.click('#compare');
    await page.locator('table.compare').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByText('comparison of another position').waitFor();
    await page.click('#tab-tree');
    await page.getByRole('button', { name: '30 moves' }).click();
    await untilTiles(page, FIRST, 'the tree of another puzzle is grown by itself');
    assert.equal(await page.getByText('tree of another position').count(), 0);
  },
  { hash: THREE },
);

scenario('a solution that comes late is not for the board that is there by now', async (page) => {
  const gate = await (await listen(page)).hold('solve');
  await page.click('#solve');
  await gate.asked();
  await page.keyboard.press('ArrowRight');
  await untilTiles(page, RIGHT);
  await until(
    () => page.locator('#stop').count(),
    (n) => n === 0,
    'the search is given up',
  );
  await gate.letGo();
  assert.deepEqual(await tiles(page), RIGHT);
  assert.equal(await page.innerText('.player .count'), '1 / 1');
  assert.doesNotMatch(await headline(page), /proven shortest/);
});

scenario(
  'a packing that comes late does not sweep pieces off the board',
  async (page) => {
    const gate = await (await listen(page)).hold('solve');
    await page.click('#solve');
    await gate.asked();
    for (const key of ['c', 'Enter']) await page.keyboard.press(key);
    await until(
      () => letters(page),
      (now) => now.join() === 'CCCC,....',
      'C lies',
    );
    await gate.letGo();
    assert.deepEqual(await letters(page), ['CCCC', '....']);
  },
  { hash: EIGHT },
);

scenario(
  'a hint and a count that come late are not shown',
  async (page) => {
    await untilHeadline(page, /at least one solution/);
    for (const key of ['a', 'Enter']) await page.keyboard.press(key);
    const heard = await listen(page);
    const [hints, counts] = [await heard.hold('hint'), await heard.hold('count')];
    await page.click('#hint');
    await hints.asked();
    await page.click('#tab-all');
    await page.click('#count');
    await counts.asked();
    await page.keyboard.press('Control+z');
    await Promise.all([hints.letGo(), counts.letGo()]);
    await untilHeadline(page, /at least one solution/);
    assert.equal(await page.locator('.grid .hinted').count(), 0);
    assert.equal(await page.getByText(/solutions?, exactly/).count(), 0);
  },
  { hash: EIGHT },
);

scenario('a tile picked in the goal is forgotten with its board', async (page) => {
  await page.selectOption('#goal', 'custom');
  await page.locator('.goal .mini').nth(14).click();
  assert.equal(await page.locator('.goal .picked').count(), 1);
  await page.fill('#slide-text', '1 2 3\n4 5 6\n7 - 8');
  await untilTiles(page, [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  await page.selectOption('#goal', 'custom');
  assert.equal(await page.locator('.goal .picked').count(), 0);
  await page.locator('.goal .mini').nth(0).click();
  await page.locator('.goal .mini').nth(1).click();
  await until(
    () => page.locator('.goal .mini').allInnerTexts(),
    (goal) => goal.join() === '2,1,3,4,5,6,7,8,',
    'two tiles of the goal are swapped',
  );
});

scenario(
  'a note offers to undo what it is about, and nothing else',
  async (page) => {
    const undo = page.locator('.note .link');
    // The same board in other words is no step.
    await page.fill('#slide-text', '1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12');
    await page.getByText('Read as 4x4, blank = 0.').waitFor();
    assert.equal(await undo.count(), 0);
    await page.fill('#slide-text', '1 2 3/4 5 6/7 0 8');
    await page.getByText('Read as 3x3, blank = 0.').waitFor();
    assert.equal(await undo.count(), 1);
    await page.keyboard.press('Tab');
    await page.locator('ubin-slide-board [data-cell="8"]').click();
    await until(
      () => page.locator('.note').count(),
      (n) => n === 0,
      'a move later there is no note',
    );
    await page.click('#edit');
    await page.locator('ubin-slide-board [tabindex="0"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.typing').fill('99');
    await page.getByText('There is no tile 99').waitFor();
    assert.equal(await undo.count(), 0);
  },
  { hash: THREE },
);

withServer('every example but one can be solved', async (page) => {
  for (const { name, start, cols } of EXAMPLES) {
    const isAbout = (/** @type {import('playwright-core').Response} */ answer) =>
      answer.url().endsWith('/api/check') && answer.request().postDataJSON().puzzle === toText(start, cols);
    const checked = page.waitForResponse(isAbout);
    await page.getByRole('button', { name: en.strings[name], exact: true }).click();
    const { solvable } = await (await checked).json();
    assert.equal(solvable, name !== 'example.unsolvable', name);
    await page.getByText(solvable ? /^Solvable – / : /^Not solvable – /).waitFor();
  }
});

withServer('what went wrong can be dismissed, and goes with the next edit', async (page) => {
  const fails = async () => {
    await page.route('**/api/hint', (route) => route.fulfill({ status: 422, json: { error: { message: 'nothing doing' } } }));
    await page.click('#hint');
    await untilHeadline(page, /nothing doing/);
    await page.unroute('**/api/hint');
  };
  await fails();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await untilHeadline(page, /^Slide the tiles/);
  await fails();
  await page.keyboard.press('ArrowRight');
  await untilHeadline(page, /1 move made/);
});

withServer('a picture that cannot be made is told where it was asked for', async (page) => {
  await page.route('**/api/render', (route) => route.fulfill({ status: 413, json: { error: { message: 'too many pixels' } } }));
  await page.click('#share');
  await page.click('#export-png');
  await page.getByRole('dialog').getByText('too many pixels').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await page.getByText('too many pixels').count(), 0);
});
