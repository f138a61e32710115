// The tree, the comparison, and the files that the page gives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, open, openTab, stage, until, untilHeadline } from './harness.js';

const { browser, scenario } = stage();

const THREE = '#s/4x4/1.2.3.4.5.6.0.8.9.10.7.11.13.14.15.12';
const CLIPBOARD = { context: { permissions: ['clipboard-read', 'clipboard-write'] } };

/** What a button gives as a file. @param {import('playwright-core').Page} page @param {() => Promise<void>} press */
async function file(page, press) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

scenario(
  'a tree grows; it is stepped forward, back, and to where f rises',
  async (page) => {
    await page.keyboard.press('t');
    const count = () => page.getAttribute('svg.tree', 'data-nodes');
    const step = () => page.innerText('#tree-step');
    await until(count, (n) => n === '1', 'the root alone');
    await page.click('#tree-forward');
    const one = Number(await until(count, (n) => Number(n) > 1, 'the root’s children'));
    await page.click('#tree-forward');
    await until(count, (n) => Number(n) > one, 'their children');
    assert.match(await step(), /expansion 2 of \d+/);
    // The method that is chosen already, chosen again: the tree does not grow anew, and its step stays.
    await page.evaluate(() => document.querySelector('#tree-method')?.dispatchEvent(new Event('change', { bubbles: true })));
    await page.waitForTimeout(400);
    assert.match(await step(), /expansion 2 of \d+/);
    await page.click('#tree-back');
    await until(count, (n) => Number(n) === one, 'back again');
    await page.click('#tree-last');
    await until(step, (now) => /expansion (\d+) of \1, the end$/.test(now), 'the end');
    await page.locator('svg.tree .node.goal').waitFor();
    assert.match((await page.locator('svg.tree .node.goal').first().textContent()) ?? '', /goal/);
    await page.click('#tree-first');
    await page.click('#tree-rise');
    await until(step, (now) => !/expansion 0/.test(now), 'to the next rise');
    const svg = await file(page, () => page.getByRole('button', { name: 'SVG' }).click());
    assert.match(String(svg.bytes), /^<svg/);
    const dot = await file(page, () => page.getByRole('button', { name: 'DOT' }).click());
    assert.match(String(dot.bytes), /digraph/);
  },
  { hash: THREE },
);

scenario('the tree has a method of its own: Solve keeps its', async (page) => {
  await page.click('#tab-tree');
  await page.selectOption('#tree-method', 'astar');
  await page.locator('svg.tree').waitFor();
  await page.click('#tab-solve');
  assert.equal(await page.inputValue('#method'), 'auto');
  await page.click('#tab-tree');
  assert.equal(await page.inputValue('#tree-method'), 'astar');
});

scenario(
  'the order of expansion does not cover a tile',
  async (page) => {
    await page.click('#tab-tree');
    await page.click('#tree-last');
    await page.locator('svg.tree .order').first().waitFor();
    const covered = await page.$$eval(
      'svg.tree .node',
      (nodes) =>
        nodes.filter((node) => {
          const order = node.querySelector('.order')?.getBoundingClientRect();
          return order && [...node.querySelectorAll('.tile')].some((tile) => tile.getBoundingClientRect().left < order.right);
        }).length,
    );
    assert.equal(covered, 0);
  },
  { hash: '#s/4x4/5.1.9.12.7.0.2.3.13.6.8.4.10.14.11.15' },
);

scenario('a tree larger than the list is told level by level', async (page) => {
  await openTab(page, 'tree');
  await page.fill('#tree-nodes', '50');
  await page.keyboard.press('Tab');
  await page.locator('table.levels').waitFor();
  assert.ok((await page.locator('table.levels tbody tr').count()) > 5);
});

scenario(
  'a packing search has a tree too',
  async (page) => {
    await page.click('#tab-tree');
    await page.click('#tree-last');
    await page.locator('svg.tree .node').first().waitFor();
    await until(
      () => page.innerText('#tree-words'),
      (now) => /fills the board|places [A-C]/.test(now),
      'the words of the step',
    );
  },
  { hash: '#p/~2_4_3;DEFAULT;AAA;A;BB;CC' },
);

scenario(
  'methods are compared, and the table can be taken along',
  async (page) => {
    await page.keyboard.press('c');
    await page.click('#compare');
    const rows = page.locator('table.compare tbody tr');
    await until(
      () => rows.count(),
      (n) => n >= 5,
      'a row for each',
    );
    const table = await page.locator('table.compare').innerText();
    assert.match(table, /IDA\*/);
    assert.match(table, /Manhattan/);
    assert.ok((await page.locator('table.compare .bar').count()) >= 5);
    await page.getByText('The bars are on a logarithmic scale').waitFor();
    const [wanted, there] = await page.$eval('.scroll', (box) => [box.scrollWidth, box.clientWidth]);
    assert.ok(wanted <= there, `the table of ${wanted} pixels fits its ${there}`);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.click('#copy-markdown');
    await until(clipboard, (text) => /^\| Method \| Heuristic \|/.test(text), 'Markdown');
    await page.getByRole('button', { name: 'CSV' }).click();
    await until(clipboard, (text) => /^method,heuristic,length/.test(text), 'CSV');
    await page.getByRole('button', { name: 'JSON' }).click();
    await until(clipboard, (text) => text.startsWith('{') && JSON.parse(text).rows.length >= 5, 'JSON');
    await page.click('#copy-command');
    await until(
      clipboard,
      (text) =>
        /^ubin compare '1 2 3 4\/5 6 - 8\/9 10 7 11\/13 14 15 12' --methods branch-and-bound,astar,ida --heuristics manhattan,linear-conflict,pattern --each 5s$/.test(
          text,
        ),
      'the command line',
    );
  },
  { hash: THREE, context: { viewport: { width: 1440, height: 900 }, ...CLIPBOARD.context } },
);

scenario(
  'packing methods are compared',
  async (page) => {
    await page.click('#tab-compare');
    await page.click('#compare');
    await until(
      () => page.locator('table.compare tbody tr').count(),
      (n) => n === 2,
      'two methods',
    );
  },
  { hash: '#p/iq' },
);

scenario(
  'the board goes out as PNG, SVG, GIF, JSON, text and command line',
  async (page) => {
    await page.keyboard.press('s');
    await untilHeadline(page, /3 moves – proven shortest/);
    await page.click('#share');
    const png = await file(page, () => page.click('#export-png'));
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    const svg = await file(page, () => page.click('#export-svg'));
    assert.match(String(svg.bytes), /^<svg/);
    const gif = await file(page, () => page.click('#export-gif'));
    assert.equal(gif.bytes.subarray(0, 4).toString(), 'GIF8');
    const json = await file(page, () => page.click('#export-json'));
    assert.equal(JSON.parse(String(json.bytes)).moves, 'DRD');
    const text = await file(page, () => page.click('#export-text'));
    assert.match(String(text.bytes), /^ 1 {2}2 {2}3 {2}4\n/);
    assert.equal(await page.innerText('#command'), "ubin solve '1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12'");
  },
  { hash: THREE },
);

scenario(
  'a packing goes out as well',
  async (page) => {
    await page.click('#share');
    assert.equal(await page.innerText('#command'), 'ubin solve iq-pyramid');
    const png = await file(page, () => page.click('#export-png'));
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    const text = await file(page, () => page.click('#export-text'));
    assert.match(String(text.bytes), /^5 5 12\nPYRAMID\n/);
  },
  { hash: '#p/iq-pyramid' },
);

scenario(
  'Ctrl+C takes the board, and a dropped file opens',
  async (page) => {
    await page.keyboard.press('Control+c');
    await until(
      () => page.evaluate(() => navigator.clipboard.readText()),
      (text) => /^ 1 {2}2 {2}3 {2}4\n 5 {2}6 {2}- {2}8\n/.test(text),
      'the board as text',
    );
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['2 2 2\nDEFAULT\nAA\nBB\n'], 'course.txt', { type: 'text/plain' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.getByRole('grid', { name: 'Packing board, 2 rows and 2 columns' }).waitFor();
  },
  { hash: THREE, ...CLIPBOARD },
);

test('a pattern table that is missing is built, with its size told before', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'ubin-tables-'));
  const own = await Server.start(0, cache);
  try {
    const { page, close } = await open(browser(), `${own.url}/`);
    await openTab(page, 'solve');
    const row = page.locator('li', { hasText: 'multi 5-5-5' });
    await row.getByRole('button', { name: /^Build \(1 MiB\)$/ }).click();
    await row.getByText('there', { exact: true }).waitFor();
    assert.equal(await row.getByRole('button').count(), 0);
    await close();
  } finally {
    await own.kill();
    rmSync(cache, { recursive: true });
  }
});
