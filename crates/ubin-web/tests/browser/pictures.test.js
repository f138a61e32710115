// Screenshots of the main states, for the documents: `UBIN_UPDATE_PICTURES=1` makes them; look at what has changed.

import { stage, until, untilHeadline } from './harness.js';

const FOLDER = new URL('../../../../docs/pictures/', import.meta.url).pathname;
const { scenario } = stage();

/** @param {string} name @param {(page: import("playwright-core").Page) => Promise<void>} steps @param {any} [options] */
const picture = (name, steps, options = {}) =>
  scenario(
    `picture ${name}`,
    async (page) => {
      await steps(page);
      await page.waitForTimeout(400);
      await page.evaluate(() => scrollTo(0, 0));
      await page.mouse.move(2, 400);
      const shot = { path: `${FOLDER}page-${name}.png` };
      if (options.of) await page.locator(options.of).screenshot(shot);
      else await page.screenshot(shot);
    },
    { ...options, context: { viewport: { width: 1280, height: 800 }, ...options.context } },
  );

picture('slide', async (page) => {
  await page.click('#solve');
  await untilHeadline(page, /30 moves/);
  await page.locator('#scrubber').fill('12');
});

picture(
  'unsolvable',
  async (page) => {
    await page.fill('#slide-text', '1 3 4 15\n2 - 5 12\n7 6 11 14\n8 9 10 13');
    await page.getByText('Not solvable – sum 37, odd').waitFor();
    await page.getByText('KURANG table').click();
    await page.getByRole('button', { name: 'KURANG(15) = 11' }).focus();
  },
  { context: { colorScheme: 'dark' } },
);

picture(
  'tree',
  async (page) => {
    await page.click('#tab-tree');
    await page.locator('svg.tree').waitFor();
    await page.click('#tree-forward');
    await page.click('#tree-forward');
  },
  { hash: '#s/4x4/1.2.3.4.5.6.0.8.9.10.7.11.13.14.15.12', context: { viewport: { width: 1440, height: 900 } } },
);

picture(
  'compare',
  async (page) => {
    await page.click('#tab-compare');
    await page.click('#compare');
    await until(
      () => page.locator('table.compare tbody tr').count(),
      (n) => n > 3,
      'rows',
    );
  },
  { hash: '#s/4x4/5.1.9.12.7.0.2.3.13.6.8.4.10.14.11.15', context: { viewport: { width: 1440, height: 860 } } },
);

picture('pack', async (page) => {
  await page.click('#open-pack');
  await untilHeadline(page, /at least one solution/);
  await page.click('[data-piece=F]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
});

picture(
  'pyramid',
  async (page) => {
    await page.click('#solve');
    await until(
      () => page.locator('.plan .filled').count(),
      (n) => n === 55,
      'all balls',
    );
  },
  { hash: '#p/iq-pyramid', context: { colorScheme: 'dark' } },
);

picture(
  'narrow',
  async (page) => {
    await page.click('#solve');
    await untilHeadline(page, /30 moves/);
    await page.locator('#scrubber').fill('5');
  },
  { context: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true } },
);
