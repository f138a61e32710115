// What once kept players and students from loving the page, each as it should be.

import assert from 'node:assert/strict';
import { isAlone, listen, openTab, stage, tiles, until, untilHeadline, untilTiles } from './harness.js';

const { scenario } = stage();

const THREE = [1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12];
const LARGE = '#s/5x5/18.1.21.19.13.4.14.8.0.11.16.2.20.24.10.6.17.15.23.9.7.3.12.22.5';

scenario(
  'a link shows its board before the engine has said anything',
  async (page, { context }) => {
    const other = await context.newPage();
    /** @type {() => void} */
    let answer = () => {};
    const held = new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    await other.route(isAlone ? '**/*.wasm' : '**/api/**', async (route) => {
      await held;
      await route.continue();
    });
    await other.goto(`${new URL(page.url()).origin}/#s/4x4/${THREE.join('.')}`);
    await untilTiles(other, THREE, 'the board of the link');
    await other.goto('about:blank');
    await other.goto(`${new URL(page.url()).origin}/#p/soma`);
    await other.getByText('The board is on its way').waitFor();
    answer();
    await other.getByRole('button', { name: 'Piece V, 3 cells, left' }).waitFor();
    await other.close();
  },
  // A module that is kept would be there at once.
  { context: { serviceWorkers: 'block' } },
);

/** A board of a size, turned round, with two tiles swapped so that it can be solved. @param {number} side */
const reversed = (side) => [...Array(side * side).keys()].reverse().map((tile, at, all) => (at < 2 ? all[1 - at] : tile));

scenario(
  'a long solution is listed page by page, and its link finds it again',
  async (page, { context }) => {
    await openTab(page, 'solve');
    await page.click('#solve');
    await until(
      () => page.innerText('.player .count'),
      (count) => Number(count.split(' / ')[1]) > 1000,
      'a long line',
    );
    assert.ok((await page.locator('.move').count()) <= 200);
    assert.ok((await page.evaluate(() => document.querySelectorAll('*').length)) < 3000, 'elements');
    await page.getByText(/Moves 1 to 200 of [\d,]+/).waitFor();
    await page.locator('#scrubber').fill('950');
    await page.getByText(/Moves 801 to 1,000 of/).waitFor();
    const changed = await page.evaluate(async () => {
      let entries = 0;
      const watcher = new MutationObserver((all) => {
        entries += new Set(all.filter(({ attributeName }) => attributeName === 'class').map(({ target }) => target)).size;
      });
      watcher.observe(/** @type {Element} */ (document.querySelector('.moves')), { subtree: true, attributes: true, childList: true });
      document.getElementById('forward')?.click();
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      return entries;
    });
    assert.equal(changed, 2, 'a step changes two entries');
    const board = await tiles(page);
    const url = await until(
      () => Promise.resolve(page.url()),
      (now) => now.includes('at=951'),
      'the address',
    );
    assert.ok(url.length < 700, `${url.length} characters`);
    const other = await context.newPage();
    await other.goto(url);
    await untilTiles(other, board, 'found again');
  },
  { hash: `#s/10x10/${reversed(10).join('.')}?method=quick` },
);

for (const side of [16, 32]) {
  scenario(
    `a board of ${side}x${side} can be read`,
    async (page) => {
      const numbers = await page.$$eval('ubin-slide-board .number', (all) =>
        all.map((one) => {
          const [own, cell] = [one.getBoundingClientRect(), /** @type {Element} */ (one.closest('.cell')).getBoundingClientRect()];
          return { fits: own.width <= cell.width && own.height < cell.height, size: Number.parseFloat(getComputedStyle(one).fontSize) };
        }),
      );
      assert.equal(numbers.length, side * side);
      assert.ok(
        numbers.every(({ fits }) => fits),
        'no number is wider than its tile, or takes two lines',
      );
      assert.ok(numbers[0].size >= 7, `${numbers[0].size} pixels`);
    },
    { hash: `#s/${side}x${side}/${[...Array(side * side).keys()].map((n) => (n + 1) % (side * side)).join('.')}` },
  );
}

scenario('a size is taken up to 32, and beyond that it is told', async (page) => {
  await page.fill('#rows', '20');
  await page.keyboard.press('Tab');
  await until(
    () => tiles(page),
    (now) => now.length === 80,
    'twenty rows',
  );
  await page.fill('#cols', '40');
  await page.keyboard.press('Tab');
  await page.getByText('A board has 2 to 32 rows and columns.').waitFor();
});

scenario(
  'a hint on a 24-puzzle comes at once, and gets better while one thinks',
  async (page) => {
    const { asked } = await listen(page);
    await page.click('#hint');
    await untilHeadline(page, /Move tile \d+ \w+: at most \d+ to go/);
    const [first, second] = await until(
      () => asked('hint'),
      (all) => all.length === 2,
      'the second question',
    );
    // The worker's question has less by what it waited.
    assert.ok(first.time_limit_ms < 1000, `${first.time_limit_ms} ms`);
    assert.ok(second.time_limit_ms > 1000, `${second.time_limit_ms} ms`);
  },
  { hash: LARGE },
);

scenario('Solve says shortest only where that is so', async (page) => {
  await openTab(page, 'solve');
  await page.getByRole('button', { name: 'Solve (shortest)' }).waitFor();
  await page.selectOption('#method', 'greedy');
  await page.getByRole('button', { name: 'Solve', exact: true }).waitFor();
  await page.selectOption('#method', 'branch-and-bound');
  await page.getByRole('button', { name: 'Solve (shortest)' }).waitFor();
  await page.selectOption('#variant', 'tree');
  await page.getByRole('button', { name: 'Solve', exact: true }).waitFor();
});

scenario(
  'numbers typed one after the other fill cell after cell',
  async (page) => {
    await page.keyboard.press('e');
    await page.keyboard.type('876543210');
    await untilTiles(page, [8, 7, 6, 5, 4, 3, 2, 1, 0]);
  },
  { hash: '#s/3x3/1.2.3.4.5.6.7.8.0' },
);

scenario(
  'a real board is entered by fifteen taps',
  async (page) => {
    const real = [12, 1, 10, 2, 7, 11, 4, 14, 5, 9, 15, 8, 13, 6, 3, 0];
    await page.tap('#edit');
    const [last, tabs] = await Promise.all(['[data-pad="15"]', '.column-tabs'].map((one) => page.locator(one).boundingBox()));
    assert.ok(last && tabs && last.y + last.height <= tabs.y, 'all numbers are in view');
    for (const tile of real.slice(0, 15)) await page.tap(`[data-pad="${tile}"]`);
    await untilTiles(page, real);
    await page.getByText(/^(Solvable|Not solvable) – sum \d+/).waitFor();
  },
  { context: { viewport: { width: 360, height: 740 }, hasTouch: true } },
);

scenario('back and forward walk through puzzles and workspaces', async (page) => {
  const first = await tiles(page);
  await page.getByRole('button', { name: '3 moves (lecture)' }).click();
  await untilTiles(page, THREE);
  await until(
    () => Promise.resolve(page.url()),
    (url) => url.includes('#s/4x4/1.2.3.4.5'),
    'its address',
  );
  // A move is no page of its own.
  await page.keyboard.press('ArrowDown');
  await until(
    () => Promise.resolve(page.url()),
    (url) => url.includes('moves=D'),
    'the move',
  );
  await page.click('#open-pack');
  await until(
    () => Promise.resolve(page.url()),
    (url) => url.includes('#p/iq'),
    'the other workspace',
  );
  await page.goBack();
  await untilTiles(page, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 11, 13, 14, 15, 12]);
  await page.goBack();
  await untilTiles(page, first);
  await page.goForward();
  await page.goForward();
  await page.locator('ubin-pack-board .grid').waitFor();
});

scenario(
  'Copy link says that it has',
  async (page) => {
    await page.click('#share');
    await page.click('#copy-link');
    await until(
      () => page.innerText('#copy-link'),
      (words) => words === 'Copied',
      'the button',
    );
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#s\/4x4\//);
    await until(
      () => page.innerText('#copy-link'),
      (words) => words === 'Copy link',
      'the button again',
    );
  },
  { context: { permissions: ['clipboard-read', 'clipboard-write'] } },
);
