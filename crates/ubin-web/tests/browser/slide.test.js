// The sliding workspace, as a person uses it.

import assert from 'node:assert/strict';
import { headline, openTab, stage, tiles, unfold, until, untilHeadline, untilTiles, violations } from './harness.js';

const { scenario, withServer } = stage();

const FIRST = [5, 1, 9, 12, 7, 0, 2, 3, 13, 6, 8, 4, 10, 14, 11, 15];
const THREE = '#s/4x4/1.2.3.4.5.6.0.8.9.10.7.11.13.14.15.12';
const cell = (/** @type {number} */ at) => `ubin-slide-board [data-cell="${at}"]`;

scenario('it opens with a board of thirty moves, and says that it can be solved', async (page) => {
  assert.deepEqual(await tiles(page), FIRST);
  await page.getByText('Solvable – sum 40, even').waitFor();
  assert.equal(await page.title(), 'ubin');
  assert.match(await page.inputValue('#slide-text'), /^ 5 {2}1 {2}9 12\n/);
  assert.match(page.url(), /#s\/4x4\/5\.1\.9|\/$/);
});

scenario('a click slides the run, a drag slides a tile, undo takes it back', async (page) => {
  await page.click(cell(7));
  const slid = [5, 1, 9, 12, 7, 2, 3, 0, 13, 6, 8, 4, 10, 14, 11, 15];
  await untilTiles(page, slid, 'after a click in the blank’s row');
  await page.click(cell(8));
  await untilTiles(page, slid, 'a click elsewhere does nothing');
  const box = /** @type {any} */ (await page.locator(cell(3)).boundingBox());
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height, { steps: 4 });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 1.4, { steps: 4 });
  await page.mouse.up();
  await untilTiles(page, [5, 1, 9, 0, 7, 2, 3, 12, 13, 6, 8, 4, 10, 14, 11, 15], 'after a drag');
  await page.keyboard.press('Control+z');
  await untilTiles(page, slid, 'after undo');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await untilTiles(page, FIRST, 'after three undos');
  await page.keyboard.press('Control+y');
  assert.notDeepEqual(
    await until(
      () => tiles(page),
      (now) => now.join() !== FIRST.join(),
      'redo',
    ),
    FIRST,
  );
});

scenario('edit by mouse swaps two tiles', async (page) => {
  await page.click('#edit');
  await page.click(cell(0));
  await page.click(cell(1));
  await untilTiles(page, [1, 5, ...FIRST.slice(2)]);
  await page.getByText('Not solvable').first().waitFor();
});

scenario('keys alone: arrows, typing a number, editing', async (page) => {
  await page.keyboard.press('ArrowRight');
  await untilTiles(page, [5, 1, 9, 12, 7, 2, 0, 3, 13, 6, 8, 4, 10, 14, 11, 15], 'the blank goes right');
  await page.keyboard.press('ArrowUp');
  await untilTiles(page, [5, 1, 0, 12, 7, 2, 9, 3, 13, 6, 8, 4, 10, 14, 11, 15], 'the blank goes up');
  await page.focus('ubin-slide-board [tabindex="0"]');
  await page.keyboard.press('e');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), '0');
  await page.keyboard.press('Enter');
  await page.keyboard.type('15');
  await untilTiles(page, [15, 1, 0, 12, 7, 2, 9, 3, 13, 6, 8, 4, 10, 14, 11, 5], '15 typed into the first cell');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await untilTiles(page, [1, 15, 0, 12, 7, 2, 9, 3, 13, 6, 8, 4, 10, 14, 11, 5], 'two tiles swapped by Space');
  await page.keyboard.press('Escape');
  await until(
    () => page.getAttribute('#edit', 'aria-pressed'),
    (pressed) => pressed === 'false',
    'Esc ends editing',
  );
  assert.match(/** @type {string} */ (await page.getAttribute(cell(0), 'aria-label')), /^1, row 1 column 1, in place$/);
  assert.match(/** @type {string} */ (await page.getAttribute(cell(2), 'aria-label')), /^blank, row 1 column 3$/);
});

scenario('the setting turns the arrows round', async (page) => {
  await page.keyboard.press('?');
  await page.selectOption('#arrows', 'tile');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await untilTiles(page, [5, 1, 9, 12, 0, 7, 2, 3, 13, 6, 8, 4, 10, 14, 11, 15], 'the tile goes right');
});

const SOLVED = [1, 2, 3, 4, 5, 6, 7, 0, 8];
const FORMS = {
  'rows and a minus': '1 2 3\n4 5 6\n7 - 8',
  zero: '1 2 3\n4 5 6\n7 0 8',
  'the last number': '1 2 3\n4 5 6\n7 9 8',
  underscore: '1 2 3\n4 5 6\n7 _ 8',
  dot: '1 2 3\n4 5 6\n7 . 8',
  x: '1 2 3\n4 5 6\n7 x 8',
  hash: '1 2 3\n4 5 6\n7 # 8',
  'one line': '1 2 3 4 5 6 7 0 8',
  slashes: '1 2 3/4 5 6/7 - 8',
  'tabs and CRLF': '1\t2\t3\r\n4\t5\t6\r\n\r\n7\t0\t8\r\n',
  'header and comments': '// a comment\n# another\n3\n1 2 3\n4 5 6\n7 0 8',
};

scenario('the text box takes every form of a board', async (page) => {
  for (const [name, text] of Object.entries(FORMS)) {
    await page.fill('#slide-text', '1 2/3 0');
    await untilTiles(page, [1, 2, 3, 0], 'another board first');
    await page.fill('#slide-text', text);
    await untilTiles(page, SOLVED, name);
    await page.getByText('Read as 3x3').waitFor();
  }
});

scenario('text pasted anywhere opens, and its note can be undone', async (page) => {
  const paste = (/** @type {string} */ text) =>
    page.evaluate((given) => {
      const data = new DataTransfer();
      data.setData('text/plain', given);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  await paste('1 2 3\n4 5 6\n7 9 8');
  await untilTiles(page, SOLVED);
  await page.getByText('Read as 3x3, blank = 9.').waitFor();
  await page.locator('.note .link').click();
  await untilTiles(page, FIRST);
  await paste('2 3 2\nDEFAULT\nAAA\nA\nBB\n');
  await page.getByRole('grid', { name: 'Packing board, 2 rows and 3 columns' }).waitFor();
});

scenario('bad text keeps the last good board and shows the caret', async (page) => {
  await page.fill('#slide-text', '1 2 3\n4 5 5\n7 8 -');
  const mistake = page.locator('#slide-mistake');
  await mistake.waitFor();
  assert.match(await mistake.innerText(), /tile 5 stands twice/);
  assert.match(await mistake.locator('pre').innerText(), /\n[^\n]*\^/);
  assert.deepEqual(await tiles(page), FIRST);
});

scenario('a mistake is told in Indonesian, by the sentence that the terminal has', async (page) => {
  await page.selectOption('#language', 'id');
  await page.fill('#slide-text', '1 2 3\n4 5 5\n7 8 -');
  await untilHeadline(page, /ubin 5 ada dua kali, pertama di baris 2, kolom 3; ubin 6 tidak ada/);
  await page.fill('#slide-text', '1 2 3\n4 q 5\n7 8 -');
  await untilHeadline(page, /‘q’ bukan ubin: seharusnya angka/);
});

scenario('an unsolvable board: Solve is off with the reason, a swap mends it', async (page) => {
  await page.fill('#slide-text', '1 3 4 15\n2 - 5 12\n7 6 11 14\n8 9 10 13');
  await page.getByText('Not solvable – sum 37, odd').waitFor();
  assert.equal(await page.isDisabled('#solve'), true);
  assert.match(await page.locator('#why-not').innerText(), /cannot be solved/);
  await untilHeadline(page, /cannot be solved/);
  await page.getByText('KURANG table').click();
  await page.getByRole('button', { name: 'KURANG(15) = 11' }).hover();
  await until(
    () => page.locator('.board .lit').count(),
    (n) => n === 1,
    'tile 15 is lit',
  );
  assert.equal(await page.locator('.board .less').count(), 11);
  assert.deepEqual(await violations(page), []);
  await page.click('#make-solvable');
  await page.getByText('Solvable – sum').waitFor();
  await until(
    () => page.isDisabled('#solve'),
    (off) => !off,
    'Solve is on',
  );
});

scenario('solve, then play forward and back', async (page) => {
  await openTab(page, 'solve');
  await page.click('#solve');
  await untilHeadline(page, /30 moves – proven shortest/);
  assert.equal(await page.locator('.moves .move').count(), 30);
  await page.getByText(/g 0 \+ h \d+ = f \d+ \(pattern tables\)/).waitFor();
  await page.click('#last');
  await untilTiles(page, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0], 'the goal');
  await page.click('#back');
  await until(
    () => page.innerText('.player .count'),
    (count) => count === '29 / 30',
    'one back',
  );
  await page.click('#first');
  await untilTiles(page, FIRST, 'the start');
  await page.click('#forward');
  await until(
    () => page.innerText('.player .count'),
    (count) => count === '1 / 30',
    'one forward',
  );
  await page.locator('.moves .move').nth(9).click();
  await until(
    () => page.innerText('.player .count'),
    (count) => count === '10 / 30',
    'the tenth move',
  );
  assert.equal(await page.getAttribute('.moves .move.now', 'aria-current'), 'step');
  await page.selectOption('#speed', '8');
  await page.click('#play');
  await until(
    () => page.innerText('.player .count'),
    (count) => count === '30 / 30',
    'played to the end',
  );
  await page.locator('#scrubber').fill('12');
  await until(
    () => page.innerText('.player .count'),
    (count) => count === '12 / 30',
    'scrubbed',
  );
  for (const notation of ['tile', 'arrow', 'blank']) await page.selectOption('#notation', notation);
  await page.keyboard.press('Control+z');
  await until(
    () => page.locator('.moves .move').count(),
    (n) => n === 0,
    'Solve is undone',
  );
});

scenario('keys play: S solves, comma and dot step, Home and End, plus and minus', async (page) => {
  await page.keyboard.press('s');
  await untilHeadline(page, /30 moves – proven shortest/);
  const count = () => page.innerText('.player .count');
  for (const [key, wanted] of [
    ['.', '1'],
    ['.', '2'],
    [',', '1'],
    ['End', '30'],
    ['Home', '0'],
  ]) {
    await page.keyboard.press(key);
    await until(count, (now) => now === `${wanted} / 30`, `after ${key}`);
  }
  await page.keyboard.press('+');
  await until(
    () => page.inputValue('#speed'),
    (speed) => speed === '2',
    'faster',
  );
});

scenario(
  'a hint is an arrow; by hand the page counts what is too much',
  async (page) => {
    await page.click('#hint');
    await untilHeadline(page, /Move tile 7 up: 3 to go, the shortest way/);
    await page.locator('.board .hinted .arrow').waitFor();
    await page.keyboard.press('ArrowUp');
    await untilHeadline(page, /1 move made, 4 to go: \+2 over the shortest/);
    await page.keyboard.press('ArrowDown');
    await untilHeadline(page, /2 moves made, 3 to go: \+2 over the shortest/);
  },
  { hash: THREE },
);

scenario('a long search shows its progress and stops with what it knows', async (page) => {
  await page.getByRole('button', { name: '24-puzzle' }).click();
  await openTab(page, 'solve');
  await page.selectOption('#method', 'ida');
  await page.selectOption('#heuristic', 'manhattan');
  await page.click('#solve');
  await page.locator('.live').waitFor();
  await until(
    () => page.locator('.live dd').first().innerText(),
    (nodes) => Number(nodes.replace(/\D/g, '')) > 1000,
    'nodes are counted',
  );
  await page.locator('.live .spark').waitFor();
  await page.click('#stop');
  await untilHeadline(page, /at least \d+ moves – stopped by you/);
  await page.getByRole('button', { name: 'Continue with more time' }).waitFor();
});

scenario('a limit is told, and more time can be given', async (page) => {
  await page.getByRole('button', { name: '24-puzzle' }).click();
  await openTab(page, 'solve');
  await page.selectOption('#method', 'ida');
  await page.selectOption('#heuristic', 'manhattan');
  await page.fill('#seconds', '1');
  await page.keyboard.press('Tab');
  await page.click('#solve');
  await untilHeadline(page, /at least \d+ moves – stopped at 1/);
  await page.click('#more-time');
  await page.locator('#stop').waitFor();
  assert.equal(await page.inputValue('#seconds'), '4');
  await page.keyboard.press('Escape');
  await untilHeadline(page, /stopped by you/);
});

withServer('more time is never more than the server gives', async (page) => {
  const { limits } = await page.evaluate(async () => (await fetch('api/health')).json());
  const most = limits.time_limit_ms / 1000;
  await page.getByRole('button', { name: '24-puzzle' }).click();
  await openTab(page, 'solve');
  await page.selectOption('#method', 'ida');
  await page.selectOption('#heuristic', 'manhattan');
  await page.fill('#seconds', String(most - 1));
  await page.keyboard.press('Tab');
  await page.click('#solve');
  await page.locator('.live').waitFor();
  await page.click('#stop');
  await untilHeadline(page, /stopped by you/);
  await page.click('#more-time');
  assert.equal(await page.inputValue('#seconds'), String(most));
  await page.click('#stop');
  await untilHeadline(page, /stopped by you/);
  assert.equal(await page.locator('#more-time').count(), 0);
});

scenario(
  'where a line counts as one move, the headline says how many tiles that are',
  async (page) => {
    await openTab(page, 'solve');
    await page.selectOption('#metric', 'multi');
    await page.click('#solve');
    await untilHeadline(page, /^1 move – proven shortest \(2 tiles\)$/);
    assert.equal(await page.innerText('.player .count'), '0 / 2');
  },
  { hash: '#s/3x3/1.2.3.4.5.6.0.7.8' },
);

scenario(
  'one move is one move',
  async (page) => {
    await page.keyboard.press('ArrowRight');
    await untilHeadline(page, /^Solved in 1 move\.$/);
  },
  { hash: '#s/3x3/1.2.3.4.5.6.7.0.8' },
);

scenario('a link has the whole state', async (page, { context }) => {
  await page.keyboard.press('s');
  await untilHeadline(page, /30 moves – proven shortest/);
  await page.locator('#scrubber').fill('7');
  await openTab(page, 'solve');
  await page.selectOption('#method', 'astar');
  const board = await tiles(page);
  await page.click('#share');
  const link = await page.inputValue('#link');
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector('html[data-ready]', { state: 'attached' });
  await untilTiles(other, board, 'the board of the link');
  assert.equal(await other.innerText('.player .count'), '7 / 30');
  assert.equal(await other.inputValue('#method'), 'astar');
});

scenario(
  'a bad link opens as text with the caret',
  async (page) => {
    await page.locator('#slide-mistake pre').waitFor();
    assert.equal(await page.inputValue('#slide-text'), '1 2 3\n4 5 5\n7 8 0');
    assert.match(await page.locator('#slide-mistake').innerText(), /tile 5 stands twice/);
  },
  { hash: '#s/3x3/1.2.3.4.5.5.7.8.0' },
);

scenario('size, goal and random boards by band and seed', async (page) => {
  await unfold(page);
  await page.fill('#rows', '3');
  await page.keyboard.press('Tab');
  await until(
    () => tiles(page),
    (now) => now.length === 12,
    'three rows',
  );
  await page.fill('#cols', '3');
  await page.keyboard.press('Tab');
  await until(
    () => tiles(page),
    (now) => now.length === 9,
    'three columns',
  );
  await page.selectOption('#goal', 'spiral');
  await page.getByText('Solvable – the parity').or(page.getByText('Not solvable – the parity')).first().waitFor();
  await page.selectOption('#band', 'easy');
  await page.fill('#seed', '7');
  await page.keyboard.press('Enter');
  await page.getByText(/moves from the goal, seed 7/).waitFor();
  const once = await tiles(page);
  await page.click('#random');
  const fresh = await until(
    () => page.inputValue('#seed'),
    (seed) => seed !== '7',
    'a fresh seed',
  );
  await page.getByText(`moves from the goal, seed ${fresh}`).waitFor();
  await page.fill('#seed', '7');
  await page.keyboard.press('Enter');
  await untilTiles(page, once, 'the same seed');
  await page.getByRole('button', { name: 'Use the board on the stage' }).click();
  await untilHeadline(page, /This is the goal/);
  await page.locator('.goal .mini').nth(0).click();
  await page.locator('.goal .mini').nth(1).click();
  await page.getByText('Not solvable').first().waitFor();
});

scenario('the language is chosen in the bar and remembered', async (page) => {
  await page.selectOption('#language', 'id');
  await page.getByText('Bisa – jumlah 40, genap').waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'id');
  await page.reload();
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  await page.getByRole('button', { name: 'Selesaikan (terpendek)' }).waitFor();
  assert.match(await headline(page), /Geser ubin/);
});
