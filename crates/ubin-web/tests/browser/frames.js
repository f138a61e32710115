// How smooth the page is with a processor that is four times slower: `UBIN_BIN=target/debug/ubin node frames.js` prints the time between frames
// (median and 95th percentile) and the work of the main thread a frame. It is no test: a busy machine has other frames.

import { Server, launch, open, untilHeadline } from './harness.js';

const SLOWER = 4;
const SECONDS = 4;

/**
 * Counts frames while something is done.
 * @param {import('playwright-core').Page} page @param {string} name @param {(until: number) => Promise<void>} act
 */
async function measure(page, name, act) {
  const protocol = await page.context().newCDPSession(page);
  // The thread's own time: other work on the machine is not in it.
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await protocol.send('Performance.getMetrics');
    return metrics.find((/** @type {any} */ one) => one.name === 'TaskDuration')?.value ?? 0;
  };
  await page.evaluate(() => {
    const frames = /** @type {number[]} */ ([]);
    Object.assign(globalThis, { frames });
    const next = (/** @type {number} */ now) => {
      frames.push(now);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const before = await worked();
  await act(Date.now() + SECONDS * 1000);
  const after = await worked();
  const stamps = await page.evaluate(() => /** @type {any} */ (globalThis).frames.splice(0));
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const gaps = stamps.slice(1).map((/** @type {number} */ at, /** @type {number} */ n) => at - stamps[n]);
  gaps.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  const at = (/** @type {number} */ part) => (gaps[Math.floor(gaps.length * part)] ?? NaN).toFixed(1);
  const work = ((after - before) / stamps.length) * 1000;
  console.log(`${name}: ${gaps.length} frames, median ${at(0.5)} ms, p95 ${at(0.95)} ms; main thread ${work.toFixed(2)} ms a frame`);
}

/** Moves the pointer in a circle. @param {import('playwright-core').Page} page @param {string} selector @param {number} reach @param {number} until */
async function circle(page, selector, reach, until) {
  const box = /** @type {any} */ (await page.locator(selector).first().boundingBox());
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let step = 0; Date.now() < until; step += 1) {
    await page.mouse.move(x + reach * Math.cos(step / 12), y + reach * Math.sin(step / 12));
  }
}

const server = await Server.start();
const browser = await launch();
try {
  const playback = await open(browser, `${server.url}/`);
  await playback.page.keyboard.press('s');
  await untilHeadline(playback.page, /30 moves/);
  await playback.page.selectOption('#speed', '8');
  await playback.page.click('#loop');
  await playback.page.click('#play');
  await measure(playback.page, 'playback at 8x', (until) => playback.page.waitForTimeout(until - Date.now()));
  await playback.close();

  const drag = await open(browser, `${server.url}/#p/iq`);
  await drag.page.locator('[data-piece=F]').hover();
  await drag.page.mouse.down();
  await measure(drag.page, 'drag of a piece', (until) => circle(drag.page, '.pack-board', 150, until));
  await drag.page.mouse.up();
  await drag.close();

  const orbit = await open(browser, `${server.url}/#p/iq-pyramid`);
  await orbit.page.locator('canvas.space').hover();
  await orbit.page.mouse.down();
  await measure(orbit.page, 'orbit of a pyramid', (until) => circle(orbit.page, 'canvas.space', 120, until));
  await orbit.page.mouse.up();
  await orbit.close();

  const tree = await open(browser, `${server.url}/#s/4x4/5.1.9.12.7.0.2.3.13.6.8.4.10.14.11.15?tab=tree&study=ida..200.20`);
  await tree.page.locator('svg.tree').hover();
  await tree.page.mouse.down();
  await measure(tree.page, 'drag of a tree', (until) => circle(tree.page, 'svg.tree', 90, until));
  await tree.page.mouse.up();
  await tree.close();
} finally {
  await browser.close();
  await server.kill();
}
