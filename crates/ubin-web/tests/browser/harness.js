// Starts a server and a browser, and knows how a person finds things on the page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { FileServer } from './file-server.js';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long something may take that takes a moment, on a machine that is busy with other tests. */
const LONGEST_WAIT = 30_000;

/** A server of the command under test. */
export class Server {
  /** @param {number} [port] @param {string} [cache] the folder of its tables */
  static async start(port = 0, cache = process.env.UBIN_CACHE) {
    const bin = process.env.UBIN_BIN;
    if (!bin) throw new Error('UBIN_BIN must name the command ubin: run `cargo test -p ubin-cli --test browser`');
    const child = spawn(bin, ['serve', '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(cache ? { UBIN_CACHE: cache } : {}) },
    });
    const url = await new Promise((resolve, reject) => {
      let heard = '';
      const listen = (/** @type {Buffer} */ part) => {
        heard += part;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(heard);
        if (found) resolve(found[0]);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.on('exit', (code) => reject(new Error(`ubin serve ended with ${code}: ${heard}`)));
    });
    return new Server(child, url);
  }

  /** @param {import('node:child_process').ChildProcess} child @param {string} url */
  constructor(child, url) {
    this.child = child;
    this.url = url;
    this.port = Number(new URL(url).port);
  }

  /** Ends it at once. */
  async kill() {
    const ended = new Promise((resolve) => {
      this.child.once('exit', resolve);
    });
    this.child.kill('SIGKILL');
    await ended;
  }
}

export function launch() {
  return chromium.launch({ executablePath: process.env.UBIN_CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/**
 * A page that is ready; what it complains about fails the test.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_WAIT);
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    // The browser itself reports answers such as 422; the page shows those.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  return {
    page,
    context,
    complaints,
    close: async () => {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/** Runs one scenario on a page of its own. @param {import('playwright-core').Browser} browser @param {string} url @param {(page: import('playwright-core').Page, tools: any) => Promise<void>} scenario @param {any} [options] */
async function onPage(browser, url, scenario, options = {}) {
  const tools = await open(browser, `${url}/${options.hash ?? ''}`, options.context);
  try {
    await scenario(tools.page, tools);
  } catch (error) {
    if (process.env.UBIN_FAILURES)
      await tools.page.screenshot({ path: `${process.env.UBIN_FAILURES}/${Date.now()}.png`, fullPage: true }).catch(() => {});
    await tools.context.close();
    if (tools.complaints.length) console.error(tools.complaints.join('\n'));
    throw error;
  }
  await tools.close();
}

/**
 * Plays a scenario, and once more if it fails: on a busy machine a browser may be late where nothing is wrong. What failed is printed; `UBIN_ONCE=1` gives no second try.
 * @param {string} name @param {() => Promise<void>} play
 */
async function played(name, play) {
  try {
    await play();
  } catch (error) {
    if (process.env.UBIN_ONCE === '1') throw error;
    console.error(`second try of "${name}": ${error}`);
    await play();
  }
}

/** Whether the scenarios run on the static files, where the page computes by itself. */
export const isAlone = process.env.UBIN_ENGINE === 'worker';

/** The folder of the static files. */
export function siteFolder() {
  const folder = process.env.UBIN_SITE;
  if (!folder) throw new Error('UBIN_SITE must name the folder of `cargo xtask site`: run `cargo test -p ubin-cli --test site`');
  return folder;
}

/** A server and a browser for the scenarios of a file, from the first to the last. */
export function stage() {
  /** @type {Server | FileServer} */
  let server;
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => {
    server = isAlone ? await FileServer.start(siteFolder()) : await Server.start();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.kill();
  });
  return {
    browser: () => browser,
    /** @param {string} name @param {(page: import('playwright-core').Page, tools: any) => Promise<void>} steps @param {any} [options] */
    scenario: (name, steps, options) => test(name, () => played(name, () => onPage(browser, server.url, steps, options))),
    /** A scenario about the server itself: what it answers late, or when it has gone. @param {string} name @param {(page: import('playwright-core').Page, tools: any) => Promise<void>} steps @param {any} [options] */
    withServer: (name, steps, options) => {
      if (!isAlone) test(name, () => played(name, () => onPage(browser, server.url, steps, options)));
    },
  };
}

/**
 * Listens to what the page asks, whichever engine answers, and may keep questions of a verb back until they are let go: their answers come late.
 * @param {import('playwright-core').Page} page
 */
export async function listen(page) {
  await page.evaluate(() => {
    /** @type {Record<string, any>[]} */
    const asked = [];
    /** @type {Map<string, { gate: Promise<void>, open: () => void }>} */
    const held = new Map();
    const { fetch: send } = globalThis;
    const { postMessage } = Worker.prototype;
    const gate = (/** @type {string} */ verb) => held.get(verb)?.gate;
    globalThis.fetch = async (address, options) => {
      const verb = /^api\/(\w+)$/.exec(String(address))?.[1] ?? '';
      if (verb) asked.push({ verb, ...JSON.parse(String(options?.body ?? '{}')) });
      const given = new Promise((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      });
      await Promise.race([gate(verb), given]);
      return send(address, options);
    };
    Worker.prototype.postMessage = function say(/** @type {any} */ message, /** @type {any} */ ...rest) {
      const question = JSON.parse(message?.question ?? '{}');
      if (question.verb) asked.push(question);
      const own = () => postMessage.call(this, message, ...rest);
      const wait = gate(question.verb);
      if (wait) wait.then(own);
      else own();
    };
    const hold = (/** @type {string} */ verb) => {
      let open = () => {};
      const own = new Promise((resolve) => {
        open = () => resolve(undefined);
      });
      held.set(verb, { gate: /** @type {Promise<void>} */ (own), open });
    };
    Object.assign(globalThis, { heard: { asked, hold, letGo: (/** @type {string} */ verb) => held.get(verb)?.open() } });
  });
  /** @param {string} verb @returns {Promise<Record<string, any>[]>} */
  const asked = (verb) =>
    page.evaluate((name) => /** @type {any} */ (globalThis).heard.asked.filter((/** @type {any} */ one) => one.verb === name), verb);
  return {
    asked,
    /** Keeps the questions of a verb back. @param {string} verb */
    hold: async (verb) => {
      await page.evaluate((name) => /** @type {any} */ (globalThis).heard.hold(name), verb);
      const before = (await asked(verb)).length;
      return {
        asked: () =>
          until(
            () => asked(verb),
            (all) => all.length > before,
            `${verb} is asked`,
          ),
        letGo: async () => {
          await page.evaluate((name) => /** @type {any} */ (globalThis).heard.letGo(name), verb);
          // Long enough for an answer that is given at once.
          await page.waitForTimeout(700);
        },
      };
    },
  };
}

/** Waits until something is so, and says what it was if it never is. @template T @param {() => Promise<T>} look @param {(value: T) => boolean} holds @param {string} what */
export async function until(look, holds, what, patience = LONGEST_WAIT) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: still ${JSON.stringify(value)}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 30);
    });
  }
}

/** The tiles on the stage, 0 for the blank. @param {import('playwright-core').Page} page @returns {Promise<number[]>} */
export function tiles(page) {
  return page.$$eval('ubin-slide-board [role=gridcell]', (cells) =>
    cells.map((cell) => Number(cell.querySelector('.number')?.textContent ?? 0)),
  );
}

/** @param {import('playwright-core').Page} page @param {number[]} wanted @param {string} [what] */
export function untilTiles(page, wanted, what = 'the board') {
  return until(
    () => tiles(page),
    (now) => now.join() === wanted.join(),
    `${what} should be ${wanted.join()}`,
  );
}

/** What the line above the stage says. @param {import('playwright-core').Page} page */
export function headline(page) {
  return page.locator('.headline').innerText();
}

/** @param {import('playwright-core').Page} page @param {RegExp} words @param {number} [patience] */
export function untilHeadline(page, words, patience) {
  return until(
    () => headline(page),
    (now) => words.test(now),
    `the headline should match ${words}`,
    patience,
  );
}

/** The letters on the flat packing board, `.` where it is free. @param {import('playwright-core').Page} page */
export function letters(page) {
  return page.$$eval('ubin-pack-board .grid .row', (rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.getAttribute('data-letter') ?? '.').join('')),
  );
}

/** Opens everything that is folded away. @param {import('playwright-core').Page} page */
export async function unfold(page) {
  await page.$$eval('details', (all) => all.forEach((one) => one.setAttribute('open', '')));
}

/** Opens a tab of the panel, with all that is in it. @param {import('playwright-core').Page} page @param {string} name */
export async function openTab(page, name) {
  await page.click(`#tab-${name}`);
  await unfold(page);
}

/** What axe finds, and ids that stand twice, of which it says nothing. @param {import('playwright-core').Page} page */
export async function violations(page) {
  // By the debugger, because the page's own policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Colours on their way to another theme are neither's. Endless animations are no way to anywhere, and one that is taken back is over, too.
    const ways = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ways.map((one) => one.finished));
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `the id ${id} stands twice`);
    const { violations: found } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'], preload: false });
    const told = found.map(
      (/** @type {any} */ one) =>
        `${one.id}: ${one.help}: ${one.nodes
          .slice(0, 3)
          .map((/** @type {any} */ node) => `${node.target.join(' ')} ${node.any?.[0]?.message ?? ''}`)
          .join(' | ')}`,
    );
    return [...twice, ...told];
  });
}
