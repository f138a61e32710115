// Studying a search, as a student does: the queue, the words, the board of a node, predictions.

import assert from 'node:assert/strict';
import { openTab, stage, tiles, until, untilHeadline, untilTiles, violations } from './harness.js';

const { scenario } = stage();

/** The lecture's board, three moves from the goal. */
const LECTURE = [1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12];
const THREE = `#s/4x4/${LECTURE.join('.')}`;

/** A board thirty moves from the goal. */
const THIRTY = '#s/4x4/5.1.9.12.7.0.2.3.13.6.8.4.10.14.11.15';

/** @param {import('playwright-core').Page} page @param {RegExp} words */
const untilTold = (page, words) =>
  until(
    () => page.innerText('#tree-words'),
    (now) => words.test(now),
    `the words should match ${words}`,
  );

/** Chooses how the tree is grown, and waits for it. @param {import('playwright-core').Page} page @param {string} field @param {string} word */
async function grown(page, field, word) {
  await page.selectOption(`#tree-${field}`, word);
  await page.locator(`svg.tree[data-${field}="${word}"]`).waitFor();
}

/** The numbers of the live nodes, in the order in which they wait. @param {import('playwright-core').Page} page */
const live = (page) => page.$$eval('.queued b', (all) => all.map((one) => Number(one.textContent)));

scenario('three clicks lead from the open page to branch and bound on the lecture’s board, the queue in view', async (page) => {
  await page.getByRole('button', { name: '3 moves (lecture)' }).click();
  await page.click('#tab-tree');
  await page.click('#tree-forward');
  await untilTiles(page, LECTURE);
  await untilTold(page, /Node 1 is expanded: f = 0 \+ 3 = 3, the only live node/);
  assert.equal(await page.inputValue('#tree-method'), 'branch-and-bound');
  assert.equal((await live(page)).length, 4);
  // The keys go on where the hand was: the tab that was pressed keeps none of them.
  await page.keyboard.press('ArrowRight');
  await untilTold(page, /f = 1 \+ 2 = 3, the least of 4 live nodes/);
  await page.keyboard.press('End');
  await until(
    () => page.innerText('#tree-step'),
    (now) => now === 'expansion 3 of 3, the end',
    'the end is told',
  );
  const queue = /** @type {any} */ (await page.locator('.queue-list').boundingBox());
  assert.ok(queue.y + 40 < 900, 'without scrolling');
});

scenario(
  'every step is told, the queue is sorted, and the end says why it may stop',
  async (page) => {
    await page.click('#tab-tree');
    await untilTold(page, /The root is the only live node/);
    await page.click('#tree-forward');
    assert.match(await page.innerText('.queue-list'), /f = 3[\s\S]*next[\s\S]*f = 5/);
    assert.equal(await page.locator('.queued.next').count(), 1);
    await page.click('#tree-forward');
    await untilTold(page, /f = 1 \+ 2 = 3, the least of 4 live nodes/);
    assert.match(await page.innerText('#bound'), /no solution has fewer than 3 moves/);
    await untilTold(page, /Blank up would undo the move, so that child is not made/);
    assert.match(await page.innerText('.code-lines .lit'), /take the live node with the least f = g \+ h/);
    await page.click('#tree-last');
    assert.equal(await page.locator('#bound').count(), 0);
    await untilTold(page, /is the goal, with f = 3\. Every live node has f ≥ 5, the goal has 3: no shorter solution exists/);
    assert.match(await page.innerText('.code-lines .lit:last-of-type, .code-lines .lit >> nth=1'), /goal: return its path/);
    await page.click('#tree-back');
    await page.click('#tree-back');
    await until(
      () => page.innerText('#tree-step'),
      (now) => /expansion 2 of 3/.test(now),
      'two back',
    );
  },
  { hash: THREE },
);

scenario(
  'a node that is pressed has its board on the stage, with what the heuristic counts',
  async (page) => {
    await page.click('#tab-tree');
    await grown(page, 'heuristic', 'manhattan');
    await grown(page, 'method', 'astar');
    await page.click('#tree-forward');
    await page.locator('.queued').last().click();
    await untilHeadline(page, /Node \d+ of the search, 1 move from the start/);
    const shown = await tiles(page);
    assert.notDeepEqual(shown, LECTURE);
    assert.ok((await page.locator('.overlay .arrow-to').count()) >= 3, 'arrows to where tiles belong');
    assert.ok((await page.locator('.overlay .counted').count()) >= 3);
    // What is drawn is told, and what the node costs, and the way to it.
    assert.match(await page.innerText('#drawn'), /^arrow: from a tile to its place/);
    assert.match(await page.innerText('.fact-line'), /g 1 \+ h \d+ = f \d+ \(Manhattan\)\s+path [UDLR]$/);
    // The board of a node is looked at, not played.
    await page.locator('ubin-slide-board [data-cell="0"]').click();
    assert.deepEqual(await tiles(page), shown);
    await page.locator('.queued[aria-pressed=true]').click();
    await untilTiles(page, LECTURE, 'the node of the step again');
    await grown(page, 'heuristic', 'hamming');
    await page.click('#tab-puzzle');
    assert.equal(await page.locator('.overlay').count(), 0);
  },
  { hash: THREE },
);

scenario(
  'pattern tables show which tiles each of them counts, walking distance what it knows of each',
  async (page) => {
    await page.click('#tab-tree');
    await grown(page, 'heuristic', 'pattern');
    const groups = await page.locator('.overlay .group text').allTextContents();
    assert.equal(groups.length, 15, 'every tile has one');
    assert.ok(new Set(groups).size >= 2);
    const fills = await page.$$eval('.overlay .group', (all) => [
      ...new Set(all.map((one) => `${one.querySelector('text')?.textContent} ${one.querySelector('rect')?.getAttribute('fill')}`)),
    ]);
    assert.equal(fills.length, new Set(groups).size, 'a letter has one colour');
    // The letters go with their tiles.
    const letterOf = async () => {
      const [board, all] = [await tiles(page), await page.$$eval('.overlay .group', (list) => list.map((one) => one.textContent))];
      const at = await page.$$eval('.overlay .group', (list) =>
        list.map((one) => (one.getAttribute('transform')?.match(/[\d.]+/g) ?? []).map(Number)),
      );
      return Object.fromEntries(at.map(([col, row], n) => [board[row * 4 + col], all[n]]));
    };
    const before = await letterOf();
    await page.click('#tree-last');
    await untilTiles(page, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0], 'the goal');
    assert.deepEqual(await letterOf(), before);
    // Walking distance knows of a tile only the row and the column that it belongs to.
    await grown(page, 'heuristic', 'walking-distance');
    assert.equal(await page.locator('.overlay .group').count(), 0);
    assert.equal(await page.locator('.overlay .line-mark').count(), 30, 'two lines a tile');
    const away = await page.$$eval('.overlay .line-mark.away', (all) => all.map((one) => one.getAttribute('data-line')));
    assert.deepEqual(away, ['row2', 'col3', 'row3'], 'tiles 7, 11 and 12');
    const counts = (/** @type {string} */ line) =>
      page.$$eval(`#walking-${line} tbody tr`, (rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join('')),
      );
    assert.deepEqual(await counts('row'), ['4000', '0300', '0130', '0013']);
    assert.deepEqual(await counts('col'), ['4000', '0400', '0030', '0013']);
    assert.deepEqual(await violations(page), []);
  },
  { hash: THREE },
);

scenario(
  'play is not taken for a step, and the children of a node are in view',
  async (page) => {
    await page.click('#tab-tree');
    await grown(page, 'method', 'ida');
    const looks = (/** @type {string} */ id) =>
      page.$eval(`${id} .icon`, (one) => ({ solid: one.classList.contains('solid'), path: one.querySelector('path')?.getAttribute('d') }));
    for (const [play, step] of [
      ['#tree-play', '#tree-forward'],
      ['#play', '#forward'],
    ]) {
      const [a, b] = [await looks(play), await looks(step)];
      assert.notEqual(a.path, b.path);
      assert.deepEqual([a.solid, b.solid], [true, false]);
    }
    await page.click('#tree-round');
    const outside = await page.$eval('svg.tree', (svg) => {
      const room = svg.getBoundingClientRect();
      const frames = [...svg.querySelectorAll('.node.now .frame, .node.live .frame')].map((one) => one.getBoundingClientRect());
      return frames.filter(({ top, bottom }) => top < room.top - 1 || bottom > room.bottom + 1).length;
    });
    assert.equal(outside, 0);
  },
  { hash: '#s/4x4/5.1.9.12.7.0.2.3.13.6.8.4.10.14.11.15' },
);

scenario(
  'two fingers zoom the tree',
  async (page, { context }) => {
    // A link to a search opens it, on a screen that shows one column, too.
    await page.locator('svg.tree').scrollIntoViewIfNeeded();
    await page.click('#tree-last');
    const width = () => page.$eval('svg.tree .frame', (frame) => frame.getBoundingClientRect().width);
    const before = await width();
    const box = /** @type {any} */ (await page.locator('svg.tree').boundingBox());
    const protocol = await context.newCDPSession(page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = (/** @type {string} */ type, /** @type {number} */ apart) =>
      protocol.send('Input.dispatchTouchEvent', {
        type: /** @type {any} */ (type),
        touchPoints: type === 'touchEnd' ? [] : [0, 1].map((id) => ({ id, x: x + (id ? apart : -apart), y })),
      });
    await touch('touchStart', 30);
    for (const apart of [40, 55, 70, 90]) await touch('touchMove', apart);
    await touch('touchEnd', 90);
    await until(width, (now) => now > before * 1.8, 'larger');
  },
  { hash: `${THREE}?tab=tree`, context: { viewport: { width: 360, height: 740 }, hasTouch: true } },
);

scenario(
  'IDA* has rounds',
  async (page) => {
    await page.click('#tab-tree');
    await grown(page, 'method', 'ida');
    await grown(page, 'heuristic', 'hamming');
    await page.locator('.rounds li').nth(1).waitFor();
    const strip = await page.$eval('.rounds', (list) => ({ high: list.clientHeight, more: list.scrollWidth > list.clientWidth }));
    assert.ok(strip.high < 60 && strip.more, `many rounds are scrolled, not squeezed: ${JSON.stringify(strip)}`);
    const bounds = await page.$$eval('.rounds b', (all) => all.map((one) => Number(one.textContent?.replace(/\D/g, ''))));
    assert.deepEqual(
      bounds,
      [...bounds].sort((a, b) => a - b),
    );
    await page.click('#tree-forward');
    await page.click('#tree-round');
    await until(
      () => page.locator('.rounds [aria-current]').count(),
      (n) => n === 1,
      'a round is current',
    );
    await untilTold(page, new RegExp(`is not above the bound of ${bounds[1]}`));
    assert.match((await page.locator('.code-lines .lit').allInnerTexts()).join(), /bound ← the least f remembered/);
    assert.deepEqual(await violations(page), []);
  },
  { hash: '#s/4x4/5.1.9.12.7.0.2.3.13.6.8.4.10.14.11.15' },
);

scenario(
  'it plays, pauses, and goes to where f rises',
  async (page) => {
    await page.click('#tab-tree');
    await page.selectOption('#tree-speed', '4');
    await page.click('#tree-play');
    await page.locator('svg.tree .node.goal').waitFor();
    await until(
      () => page.getAttribute('#tree-play', 'aria-label'),
      (label) => label === 'Play',
      'it has ended',
    );
    await page.click('#tree-play');
    await page.click('#tree-play');
    const before = await page.innerText('#tree-step');
    assert.match(before, /expansion \d of 3/);
  },
  { hash: THREE },
);

scenario(
  'keys step; the wheel with Ctrl zooms to the pointer; fit shows all',
  async (page) => {
    await page.click('#tab-tree');
    await page.locator('svg.tree').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await until(
      () => page.innerText('#tree-step'),
      (now) => /expansion 2 of 3/.test(now),
      'by arrows',
    );
    const node = page.locator('svg.tree .node.now .frame').first();
    const middle = async () => {
      const box = /** @type {any} */ (await node.boundingBox());
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
    };
    const before = await middle();
    await page.mouse.move(before.x, before.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    const after = await until(middle, (now) => now.width > before.width * 1.2, 'larger');
    assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 3, 'what is under the pointer stays');
    await page.click('#tree-fit');
    await until(middle, (now) => now.width < after.width, 'all of it');
    // Outside the drawing, arrows step as well.
    const step = (/** @type {RegExp} */ wanted, /** @type {string} */ what) =>
      until(
        () => page.innerText('#tree-step'),
        (now) => wanted.test(now),
        what,
      );
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    for (const [key, wanted] of /** @type {[string, RegExp][]} */ ([
      ['ArrowLeft', /expansion 1 of 3/],
      ['.', /expansion 2 of 3/],
      [',', /expansion 1 of 3/],
      ['Home', /expansion 0 of 3/],
      ['End', /expansion 3 of 3/],
    ])) {
      await page.keyboard.press(key);
      await step(wanted, `after ${key}`);
    }
    await page.locator('svg.tree .node.goal').waitFor();
    assert.equal(await page.locator('#play').isVisible(), false, 'one player is enough');
    await page.keyboard.press(' ');
    await until(
      () => page.getAttribute('#tree-play', 'aria-label'),
      (label) => label === 'Pause',
      'it plays from the start',
    );
    await page.keyboard.press(' ');
  },
  { hash: THREE },
);

scenario(
  'a prediction is told right or wrong, and counted',
  async (page) => {
    await page.click('#tab-tree');
    await page.locator('svg.tree').waitFor();
    await page.click('#predict');
    await page.getByText('Which node is expanded next?').waitFor();
    assert.equal(await page.locator('.queued.next').count(), 0, 'the answer is not given away');
    await page.locator('.queued').first().click();
    await page.locator('#prediction').getByText('Right: node 1.').waitFor();
    await page.locator('.queued').last().click();
    await page
      .locator('#prediction')
      .getByText(/Not node \d: its f = g \+ h is \d; node \d has \d\./)
      .waitFor();
    await page.getByText('1 of 2 right').waitFor();
    for (let n = 0; n < 2; n += 1) await page.locator('.queued').first().click();
    await page.getByText('The search has ended: 3 of 4 right.').waitFor();
    await page.click('#predict');
    assert.equal(await page.locator('#prediction').count(), 0);
  },
  { hash: THREE },
);

scenario(
  'where a round ends, the prediction is about the next',
  async (page) => {
    await page.locator('svg.tree').waitFor();
    await page.click('#predict');
    await page.getByText('Nothing is left below the bound').waitFor();
    await page.locator('svg.tree [data-node="0"]').first().click();
    await page
      .locator('#prediction')
      .getByText(/Right: the next round begins at the start again, as node \d+\./)
      .waitFor();
    await page.getByText('1 of 1 right').waitFor();
  },
  { hash: `${THIRTY}?tab=tree&study=ida.hamming.250.2` },
);

scenario(
  'what waits first is what comes next, by every method',
  async (page) => {
    await page.locator('svg.tree').waitFor();
    for (const method of ['weighted-astar', 'greedy', 'beam', 'bfs', 'ida', 'astar']) {
      await grown(page, 'method', method);
      for (let step = 0; step < 9; step += 1) {
        assert.equal(await page.locator('.queued').first().getAttribute('class'), 'queued next', `${method}, step ${step}`);
        await page.click('#tree-forward');
      }
      if (method === 'beam') await untilTold(page, /is expanded, like every node of its layer/);
    }
    await grown(page, 'method', 'weighted-astar');
    await page.click('#tree-forward');
    await untilTold(page, /g \+ 1\.5·h = \d+/);
    await page.fill('#tree-weight', '3');
    await page.locator('#tree-weight').blur();
    await until(
      () => Promise.resolve(page.url()),
      (url) => /weight=3/.test(url),
      'the weight is in the link',
    );
    await page.click('#tree-forward');
    await untilTold(page, /g \+ 3·h = \d+/);
  },
  { hash: `${THIRTY}?tab=tree&study=branch-and-bound..250.0` },
);

scenario(
  'breadth first says why its goal is the nearest',
  async (page) => {
    await page.locator('svg.tree').waitFor();
    await page.click('#tree-last');
    await untilTold(page, /is the goal, with f = 3\. Boards come in the order of their distance: no shorter solution exists/);
    assert.match(await page.innerText('.code-lines .lit'), /the goal: return its path/);
    await grown(page, 'method', 'greedy');
    await page.click('#tree-last');
    await untilTold(page, /h of the start is 3, and no solution is below that: no shorter solution exists/);
  },
  { hash: `${THREE}?tab=tree&study=bfs..250.0` },
);

scenario(
  'of a board that cannot be solved nothing is searched',
  async (page) => {
    await untilTold(page, /Nothing is searched: the parity says that no moves lead to the goal/);
    await page.click('#tree-last');
    await untilTold(page, /Nothing is searched/);
  },
  { hash: '#s/3x3/1.2.3.4.5.6.8.7.0?tab=tree' },
);

scenario(
  'a method that proves nothing says so',
  async (page) => {
    await page.locator('svg.tree').waitFor();
    await page.click('#tree-last');
    await untilTold(page, /is the goal, with f = \d+\. This method does not prove that it is the shortest/);
  },
  { hash: '#s/3x3/8.6.7.2.5.4.3.0.1?tab=tree&study=greedy..300.0' },
);

scenario(
  'the link has method, step, node, and where the tree is looked at',
  async (page, { context }) => {
    await page.click('#tab-tree');
    await grown(page, 'method', 'astar');
    await page.locator('svg.tree').waitFor();
    await page.click('#tree-forward');
    await page.click('#tree-forward');
    await page.locator('.queued').last().click();
    const [board, told] = [await tiles(page), await page.innerText('#tree-words')];
    await until(
      () => Promise.resolve(page.url()),
      (url) => /study=astar\.\.250\.2\.\d+/.test(url),
      'the address',
    );
    const seen = (/** @type {import('playwright-core').Page} */ of) =>
      of.$eval('svg.tree', (svg) =>
        (svg.getAttribute('viewBox') ?? '')
          .split(' ')
          .map((part) => Math.round(Number(part)))
          .join(' '),
      );
    const before = await seen(page);
    const box = /** @type {any} */ (await page.locator('svg.tree').boundingBox());
    await page.mouse.move(box.x + 30, box.y + 30);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await page.mouse.down();
    await page.mouse.move(box.x + 70, box.y + 50, { steps: 3 });
    await page.mouse.up();
    const moved = await seen(page);
    assert.notEqual(moved, before);
    // The zoom may stand in the address before the drag does.
    const [x, y, wide, high] = moved.split(' ').map(Number);
    await until(
      () => Promise.resolve(page.url()),
      (url) => {
        const look = /look=(-?\d+)\.(-?\d+)\.\d+/.exec(url);
        return look !== null && Math.abs(Number(look[1]) - x - wide / 2) <= 2 && Math.abs(Number(look[2]) - y - high / 2) <= 2;
      },
      'where it is looked at',
    );
    const other = await context.newPage();
    await other.goto(page.url());
    await untilTiles(other, board, 'the board of the node');
    const near = (/** @type {string} */ now) =>
      now.split(' ').every((part, at) => Math.abs(Number(part) - Number(moved.split(' ')[at])) <= 2);
    await until(() => seen(other), near, `the part ${moved} of the tree`);
    // A step follows the search again, and the link has no such part then.
    await page.click('#tree-forward');
    await until(
      () => Promise.resolve(page.url()),
      (url) => !url.includes('look='),
      'it follows',
    );
    assert.equal(await other.innerText('#tree-words'), told);
    assert.equal(await other.inputValue('#tree-method'), 'astar');
  },
  { hash: THREE },
);

scenario('a tree that grows does not end a search', async (page) => {
  await page.getByRole('button', { name: '24-puzzle' }).click();
  await openTab(page, 'solve');
  await page.selectOption('#method', 'ida');
  await page.selectOption('#heuristic', 'manhattan');
  await page.click('#solve');
  await page.locator('.live').waitFor();
  await page.click('#tab-tree');
  await page.locator('svg.tree').waitFor();
  await page.click('#tab-solve');
  await page.locator('.live').waitFor();
  await page.click('#stop');
  await untilHeadline(page, /stopped by you/);
});

scenario(
  'a packing search shows the pieces it has placed, and says what it chose',
  async (page) => {
    await page.click('#tab-tree');
    await page.locator('svg.tree').waitFor();
    await page.click('#tree-forward');
    await untilTold(page, /can be filled in|fits in|fits nowhere else|one way only/);
    await page.click('#tree-last');
    await untilTold(page, /fills the board/);
    await until(
      () => page.locator('.grid .filled').count(),
      (n) => n === 8,
      'the solution on the stage',
    );
    await page.click('#tab-puzzle');
    await until(
      () => page.locator('.grid .filled').count(),
      (n) => n === 0,
      'the board is as it was',
    );
  },
  { hash: '#p/~2_4_3;DEFAULT;AAA;A;BB;CC' },
);

scenario(
  'in space a choice has its layer, and a card its layers',
  async (page) => {
    await page.locator('svg.tree').waitFor();
    await page.click('#tree-forward');
    await page.click('#tree-forward');
    await untilTold(page, /Row 1 column 5 of layer 1 can be filled in \d+ ways/);
    const sides = await page.$$eval('.node.now .outer', (all) => all.map((one) => Number(one.getAttribute('width'))));
    assert.deepEqual(
      sides.map((side) => Math.round((5 * side) / sides[0])),
      [5, 4, 3, 2, 1],
    );
  },
  { hash: '#p/iq-pyramid?tab=tree' },
);

scenario(
  'in Indonesian, too',
  async (page) => {
    await page.selectOption('#language', 'id');
    await page.click('#tab-tree');
    await page.locator('svg.tree').waitFor();
    await page.click('#tree-forward');
    await untilTold(page, /Simpul 1 diperluas: f = 0 \+ 3 = 3, satu-satunya simpul hidup/);
    assert.match(await page.innerText('.code-lines'), /selama hidup tidak kosong/);
    assert.deepEqual(await violations(page), []);
  },
  { hash: THREE },
);

scenario(
  'the comparison is sorted by what is pressed, and says why rows are equal',
  async (page) => {
    await page.click('#tab-compare');
    await page.click('#compare');
    await page.locator('#equal-rows').waitFor();
    assert.match(await page.innerText('#equal-rows'), /the same nodes in the same order/);
    const generated = () =>
      page.$$eval('table.compare [data-col=generated]', (cells) => cells.map((cell) => Number(cell.textContent?.replace(/\D/g, ''))));
    await page.click('[data-sort=generated]');
    await until(generated, (list) => list.length > 4 && list.every((n, at) => at === 0 || n >= list[at - 1]), 'ascending');
    await page.click('[data-sort=generated]');
    await until(generated, (list) => list.every((n, at) => at === 0 || n <= list[at - 1]), 'descending');
    assert.equal(await page.$eval('th.figure', (head) => getComputedStyle(head).textAlign), 'right');
  },
  { hash: THREE },
);
