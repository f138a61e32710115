// The page as static files behind a plain file server: opened, offline, updated, refused its storage, short of memory.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { FileServer } from './file-server.js';
import { headline, launch, open, openTab, siteFolder, tiles, until, untilHeadline, untilTiles } from './harness.js';

const THREE = [1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12];
const LINK = `#s/4x4/${THREE.join('.')}`;
/** Takes minutes by this method: a search to be stopped. */
const LONG = '#s/5x5/14.5.9.2.18.8.23.19.12.17.15.0.10.20.4.6.11.21.1.7.24.3.16.22.13?goal=blank-first&method=ida&heuristic=manhattan';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FileServer} */
let server;
/** Folders that the tests made. @type {string[]} */
const made = [];

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const folder of made) rmSync(folder, { recursive: true });
});

/** Runs a test with a file server of its own: a browser keeps what it was given by origin. @param {string} name @param {() => Promise<void>} steps */
function site(name, steps) {
  test(name, async () => {
    server = await FileServer.start(siteFolder());
    try {
      await steps();
    } finally {
      await server.kill();
    }
  });
}

/** The file of the site whose name is of a form. @param {RegExp} form */
function named(form) {
  const name = readdirSync(siteFolder()).find((known) => form.test(known));
  assert.ok(name, `no ${form}`);
  return name;
}

const MODULE = /\.wasm$/;
const WORKER = /^worker\..*\.js$/;

/** Waits until the service worker keeps the page. @param {import('playwright-core').Page} page */
async function kept(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await until(
    () => page.evaluate(() => Boolean(navigator.serviceWorker.controller)),
    (is) => is,
    'the service worker has the page',
  );
}

/** @param {import('playwright-core').Page} page */
async function reload(page) {
  await page.reload();
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
}

/** @param {import('playwright-core').Page} page */
async function solveThree(page) {
  await untilTiles(page, THREE);
  await page.click('#solve');
  await untilHeadline(page, /3 moves – proven shortest/);
}

site('few requests, small files, none on the second visit', async () => {
  const { page, close } = await open(browser, `${server.url}/${LINK}`);
  const asked = server.requests.map(({ path }) => path);
  await kept(page);
  console.log(`first visit: ${asked.length} requests until ready, ${server.requests.length} with what is kept`);
  assert.ok(server.requests.length < 25, `${server.requests.length} requests`);
  // What the service worker asks for once more is the same file.
  const packed = [...new Set(asked)]
    .filter((path) => !path.endsWith('.wasm'))
    .map((path) => gzipSync(readFileSync(join(siteFolder(), path === '/' ? 'index.html' : path)), { level: 9 }).length);
  const sum = packed.reduce((all, one) => all + one, 0);
  const module = readFileSync(join(siteFolder(), named(MODULE)));
  console.log(
    `before the module: ${sum} bytes packed; the module: ${module.length} bytes, ${gzipSync(module, { level: 9 }).length} packed`,
  );
  assert.ok(sum < 150_000, `${sum} bytes`);
  server.requests = [];
  await reload(page);
  await solveThree(page);
  // The browser itself looks whether there is another version.
  assert.deepEqual(
    server.requests.filter(({ path }) => path !== '/sw.js'),
    [],
  );
  await close();
});

site('offline after the first visit: reload, links, back and forward, both families', async () => {
  const { page, context, close } = await open(browser, `${server.url}/${LINK}`);
  await kept(page);
  await context.setOffline(true);
  await server.kill();
  await reload(page);
  await solveThree(page);
  await page.goto(`${server.url}/#p/iq?placed=AAA8A43`);
  await untilHeadline(page, /at least one solution/);
  await page.goBack();
  await untilTiles(page, THREE);
  await page.goForward();
  await untilHeadline(page, /at least one solution/);
  await close();
});

/** A folder for a test. @param {string} name */
function folder(name) {
  const path = mkdtempSync(join(tmpdir(), `ubin-${name}-`));
  made.push(path);
  return path;
}

/** The site as another version: its scripts have other names, and those of this one are not there any more. */
function nextVersion() {
  const next = folder('next');
  cpSync(siteFolder(), next, { recursive: true });
  const change = (/** @type {string} */ name, /** @type {(text: string) => string} */ by) =>
    writeFileSync(join(next, name), by(readFileSync(join(next, name), 'utf8')));
  for (const script of [named(/^page\..*\.js$/), named(WORKER)]) {
    const other = script.replace(/\.\w+\.js$/, '.next.js');
    renameSync(join(next, script), join(next, other));
    for (const file of ['index.html', 'sw.js']) change(file, (text) => text.replaceAll(script, other));
  }
  change('index.html', (text) => text.replace('<html ', '<html data-version="next" '));
  change('sw.js', (text) => text.replace(/self\.VERSION = "/, '$&next-'));
  return next;
}

site('a new version is told in every tab, and begins when it is wanted', async () => {
  const { page, context, close } = await open(browser, `${server.url}/${LINK}`);
  await kept(page);
  const other = await context.newPage();
  await other.goto(`${server.url}/${LINK}`);
  await other.waitForSelector('html[data-ready]', { state: 'attached' });
  const version = (/** @type {import('playwright-core').Page} */ tab) => tab.getAttribute('html', 'data-version');
  server.folder = nextVersion();
  await reload(page);
  await page.locator('#new-version').waitFor();
  assert.equal(await version(page), null, 'the old version stays until it is asked');
  await page.click('#begin-new');
  await page.waitForSelector('html[data-version=next][data-ready]', { state: 'attached' });
  await solveThree(page);
  assert.equal(await page.locator('#new-version').count(), 0);
  // The other tab goes on with the old version, whose worker the host does not have any more, until it is asked.
  assert.equal(await version(other), null);
  await solveThree(other);
  await other.click('#begin-new');
  await other.waitForSelector('html[data-version=next][data-ready]', { state: 'attached' });
  await solveThree(other);
  await close();
});

site('pages of other folders of the same site are left alone', async () => {
  const whole = folder('whole');
  for (const name of ['ubin', 'ubin/old']) cpSync(siteFolder(), join(whole, name), { recursive: true });
  mkdirSync(join(whole, 'ubin/notes'));
  writeFileSync(join(whole, 'ubin/notes/index.html'), '<!doctype html><title>notes</title>');
  server.folder = whole;
  const { page, context, close } = await open(browser, `${server.url}/ubin/${LINK}`);
  await kept(page);
  const other = await context.newPage();
  await other.goto(`${server.url}/ubin/notes/`);
  assert.equal(await other.title(), 'notes');
  await other.goto(`${server.url}/ubin/old/${LINK}`);
  await other.waitForSelector('html[data-ready]', { state: 'attached' });
  await until(
    () => page.evaluate(() => caches.keys()),
    (names) => names.length === 2,
    'both are kept',
  );
  await server.kill();
  await reload(page);
  await solveThree(page);
  await close();
});

site('what cannot be loaded is told, and asked for again', async () => {
  server.instead.set('.wasm', null);
  const { page, close } = await open(browser, `${server.url}/${LINK}`, { serviceWorkers: 'block' });
  await untilTiles(page, THREE);
  await page.getByText('could not be loaded').waitFor();
  server.instead.clear();
  await page.locator('#gone').waitFor({ state: 'detached' });
  await solveThree(page);
  await close();
});

test('opened as a file, the page says what it needs', async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(siteFolder(), 'index.html')).href);
  await page.getByText('must come from a web server').waitFor();
  await page.close();
});

/** Links of every kind: what they are to, what is to be seen, and what is chosen there. @type {[string, string, string, string?][]} */
const LINKS = [
  ['a position', '#s/3x3/1.2.3.4.5.6.0.7.8?moves=RR&at=1', 'ubin-slide-board'],
  ['a goal', '#s/3x3/1.2.3.4.5.6.0.7.8?goal=spiral', '#goal', 'spiral'],
  ['a goal of one’s own', '#s/3x3/1.2.3.4.5.6.0.7.8?goal=1.2.3.4.5.6.7.0.8', '#goal', 'custom'],
  ['a method', '#s/3x3/1.2.3.4.5.6.0.7.8?method=ida&heuristic=manhattan&tab=solve', '#method', 'ida'],
  ['a tab', '#s/3x3/1.2.3.4.5.6.0.7.8?tab=compare', '#tab-compare[aria-selected=true]'],
  ['a step of a tree', `${LINK}?tab=tree&study=branch-and-bound..250.2.1`, '#tab-tree[aria-selected=true]'],
  ['a packing', '#p/iq?placed=AAA8A43&tab=all', '#tab-all[aria-selected=true]'],
  ['a packing of one’s own', '#p/~2_2_2;DEFAULT;AA;BB?tab=solve', 'ubin-pack-board'],
  ['a challenge', '#p/iq?placed=AAA8A43&given=A&difficulty=easy&seed=7&tab=challenge', '#tab-challenge[aria-selected=true]'],
];

site('a link of each kind reaches anyone, and stays what it was', async () => {
  for (const [what, hash, selector, value] of LINKS) {
    const { page, close } = await open(browser, `${server.url}/${hash}`);
    const element = page.locator(selector).first();
    await element.waitFor({ state: 'attached' });
    if (value) assert.equal(await element.inputValue(), value, what);
    // The page writes its state into the address: that all of the link was understood shows there.
    await page.waitForTimeout(600);
    assert.equal(new URL(page.url()).hash, hash, what);
    await close();
  }
});

/** Stops a search, and says how long that took. @param {import('playwright-core').Page} page */
async function stopped(page) {
  await page.click('#solve');
  await page.locator('#stop').waitFor();
  // A search that counts knows a bound.
  await untilHeadline(page, /[1-9][\d,]* nodes, bound \d/);
  const milliseconds = await page.evaluate(async () => {
    const began = performance.now();
    document.getElementById('stop')?.click();
    while (document.getElementById('stop')) {
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
    }
    return performance.now() - began;
  });
  // What is known is kept: a bound.
  assert.match(await headline(page), /at least \d+/);
  return Math.round(milliseconds);
}

site('a search stops and says what it knows, where memory is shared and where it is not', async () => {
  const { page, close } = await open(browser, `${server.url}/${LONG}`);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  console.log(`stopped by a blob: ${await stopped(page)} ms`);
  await kept(page);
  await reload(page);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  console.log(`stopped by the flag: ${await stopped(page)} ms`);
  await page.goto(`${server.url}/${LINK}`);
  await solveThree(page);
  await close();
});

site('tables that were built stay in the browser, until they are removed', async () => {
  const { page, close } = await open(browser, `${server.url}/${LINK}`);
  const row = page.locator('li', { hasText: 'multi 5-5-5' });
  const look = async () => {
    await openTab(page, 'solve');
    return row.getByText('there', { exact: true });
  };
  await look();
  await row.getByRole('button', { name: /^Build/ }).click();
  await (await look()).waitFor();
  await reload(page);
  await (await look()).waitFor();
  await page.click('#clear-tables');
  await row.getByRole('button', { name: /^Build/ }).waitFor();
  await reload(page);
  await look();
  await row.getByRole('button', { name: /^Build/ }).waitFor();
  await close();
});

site('it can be installed: a manifest with icons of the sizes that are asked for', async () => {
  const { page, close } = await open(browser, `${server.url}/${LINK}`);
  const icons = await page.evaluate(async () => {
    const link = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=manifest]'));
    const manifest = await (await fetch(link.href)).json();
    const size = async (/** @type {any} */ { src }) => {
      const image = new Image();
      image.src = new URL(src, link.href).href;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    };
    const all = manifest.icons.map(async (/** @type {any} */ icon) => [icon.sizes, await size(icon), icon.purpose]);
    return { name: manifest.short_name, display: manifest.display, all: await Promise.all(all) };
  });
  assert.equal(icons.name, 'ubin');
  assert.equal(icons.display, 'standalone');
  for (const [said, own] of icons.all) assert.equal(own, said);
  for (const wanted of ['192x192', '512x512'])
    assert.ok(
      icons.all.some(([said, , purpose]) => said === wanted && purpose.includes('maskable')),
      wanted,
    );
  await close();
});

site('a browser that keeps nothing solves all the same', async () => {
  const worker = readFileSync(join(siteFolder(), named(WORKER)), 'utf8');
  const refusing = "Object.defineProperty(globalThis, 'indexedDB', { get() { throw new DOMException('refused', 'SecurityError'); } });";
  server.instead.set(named(WORKER), Buffer.from(`${refusing}\n${worker}`));
  const { page, context, close } = await open(browser, `${server.url}/${LINK}`, { serviceWorkers: 'block' });
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { get: refuse });
    Object.defineProperty(globalThis, 'indexedDB', { get: refuse });
  });
  await reload(page);
  await solveThree(page);
  // A search that builds tables, which cannot be kept.
  await page.goto(`${server.url}/#s/3x3/8.6.7.2.5.4.3.0.1?method=ida&heuristic=pattern`);
  await page.click('#solve');
  await untilHeadline(page, /31 moves – proven shortest/);
  await close();
});

/** The module with memory that cannot grow by much. @param {Buffer} module @param {number} pages */
function bounded(module, pages) {
  /** @param {number} at @returns {[number, number]} a number, and where the next begins */
  const read = (at) => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = module[at];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
      at += 1;
    } while (byte & 128);
    return [value, at];
  };
  const write = (/** @type {number} */ value) => {
    const bytes = [];
    do {
      bytes.push((value & 127) | (value > 127 ? 128 : 0));
      value = Math.floor(value / 128);
    } while (value);
    return bytes;
  };
  for (let at = 8; at < module.length;) {
    const [length, start] = read(at + 1);
    if (module[at] === 5) {
      const [least] = read(start + 2);
      const section = [1, 1, ...write(least), ...write(least + pages)];
      return Buffer.concat([
        module.subarray(0, at),
        Buffer.from([5, ...write(section.length), ...section]),
        module.subarray(start + length),
      ]);
    }
    at = start + length;
  }
  throw new Error('the module has no memory');
}

site('memory that cannot grow is a sentence, and the next question is answered', async () => {
  server.instead.set('.wasm', bounded(readFileSync(join(siteFolder(), named(MODULE))), 64));
  const { page, close } = await open(browser, `${server.url}/${LONG.replace('ida', 'astar')}`);
  await page.click('#solve');
  await page
    .getByText(/memory limit was reached/)
    .first()
    .waitFor();
  await page.goto(`${server.url}/${LINK}?method=astar&heuristic=manhattan`);
  await solveThree(page);
  await close();
});

site('two hundred searches without growth', async () => {
  const { page, close } = await open(browser, `${server.url}/${LINK}`);
  const bytes = await page.evaluate(
    async ([script, name]) => {
      const worker = new Worker(script, { type: 'module' });
      worker.postMessage({ module: await WebAssembly.compileStreaming(fetch(name)), flag: null });
      const ask = (/** @type {number} */ id, /** @type {any} */ question) =>
        new Promise((resolve) => {
          worker.onmessage = ({ data }) => data.name === 'result' && data.id === id && resolve(data.bytes);
          worker.postMessage({ id, question: JSON.stringify(question) });
        });
      const sizes = [];
      for (let id = 1; id <= 200; id += 1) {
        const question =
          id % 2
            ? { verb: 'solve', puzzle: '8 6 7/2 5 4/3 - 1', method: 'astar', heuristic: 'manhattan' }
            : { verb: 'solve', puzzle: 'iq' };
        sizes.push(await ask(id, question));
      }
      worker.terminate();
      return [sizes[9], sizes[199]];
    },
    [named(WORKER), named(MODULE)],
  );
  console.log(`memory of the module: ${bytes[0]} bytes after 10 searches, ${bytes[1]} after 200`);
  assert.equal(bytes[1], bytes[0]);
  await close();
});

for (const [kind, hash, shown, hidden] of [
  ['play', LINK, 'ubin-slide-stage', 'ubin-panel'],
  ['tree', LINK, 'ubin-panel', '.tabs'],
  ['pack', '#p/iq?placed=AAA8A43', 'ubin-pack-stage', 'ubin-panel'],
]) {
  site(`in a frame of another site: ${kind}`, async () => {
    const slides = folder('frame');
    const source = `${server.url}/?embed=${kind}${hash}`;
    writeFileSync(join(slides, 'index.html'), `<!doctype html><iframe src="${source}" style="width:900px;height:700px"></iframe>`);
    const course = await FileServer.start(slides);
    try {
      const context = await browser.newContext({ viewport: { width: 960, height: 760 } });
      const page = await context.newPage();
      await page.goto(course.url);
      const frame = page.frameLocator('iframe');
      await frame.locator('html[data-ready]').waitFor({ state: 'attached' });
      assert.equal(await frame.locator(shown).isVisible(), true, shown);
      assert.equal(await frame.locator(hidden).isVisible(), false, hidden);
      for (const width of [900, 480]) {
        await page.$eval('iframe', (element, wide) => element.style.setProperty('width', `${wide}px`), width);
        const cut = await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
        assert.ok(cut <= 0, `${width} pixels: ${cut} too wide`);
        assert.equal(await frame.locator(shown).isVisible(), true, `${shown} at ${width}`);
        const outside = await frame.locator('html').evaluate((html) =>
          [...html.querySelectorAll('button, select, [role=grid]')]
            .filter((one) => one.getClientRects().length && !one.closest('.sources, .scroll, .rounds'))
            .filter((one) => one.getBoundingClientRect().left < -0.5 || one.getBoundingClientRect().right > html.clientWidth + 0.5)
            .map((one) => one.id || one.className),
        );
        assert.deepEqual(outside, [], `${width} pixels`);
        if (kind === 'tree') continue;
        const below = await frame.locator('#solve').evaluate((button) => button.getBoundingClientRect().bottom - innerHeight);
        assert.ok(below <= 0, `${width} pixels: Solve is in view`);
      }
      if (process.env.UBIN_PICTURES) await page.screenshot({ path: join(process.env.UBIN_PICTURES, `embed-${kind}.png`) });
      await context.close();
    } finally {
      await course.kill();
    }
  });
}

/** Sixty questions of both families. @type {[string, Record<string, any>][]} */
const QUESTIONS = [
  ...[
    '1 2 3/4 5 6/- 7 8',
    '8 6 7/2 5 4/3 - 1',
    '1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12',
    '2 1 3/4 5 6/7 8 -',
    '5 1 9 12/7 - 2 3/13 6 8 4/10 14 11 15',
  ].flatMap(
    (puzzle) =>
      /** @type {[string, Record<string, any>][]} */ ([
        ['check', { puzzle }],
        ['solve', { puzzle }],
        ['solve', { puzzle, method: 'ida', heuristic: 'linear-conflict' }],
        ['solve', { puzzle, method: 'quick' }],
        ['hint', { puzzle }],
        ['count', { puzzle }],
      ]),
  ),
  ['solve', { puzzle: '7 2 4/5 - 6/8 3 1', goal: 'blank-first', method: 'astar', heuristic: 'manhattan' }],
  ['solve', { puzzle: '4 - 5/2 3 1/6 7 8', goal: 'blank-first', method: 'astar', variant: 'drop-seen' }],
  ['solve', { puzzle: '8 6 7/2 5 4/3 - 1', metric: 'multi' }],
  ['solve', { puzzle: '8 6 7/2 5 4/3 - 1', method: 'bfs', node_limit: 1000 }],
  ['solve', { puzzle: '1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12', method: 'branch-and-bound' }],
  ['tree', { puzzle: '1 2 3/4 5 6/- 7 8', method: 'astar' }],
  ['tree', { puzzle: '2 8 3/1 6 4/7 - 5', goal: 'spiral', method: 'ida', heuristic: 'manhattan' }],
  ...['14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3', '13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6', '14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15'].map(
    (puzzle) => /** @type {[string, Record<string, any>]} */ (['solve', { puzzle, goal: 'blank-first' }]),
  ),
  ...['soma', 'iq', 'pentominoes 6x10', 'pentominoes 3x20'].flatMap(
    (puzzle) =>
      /** @type {[string, Record<string, any>][]} */ ([
        ['check', { puzzle }],
        ['solve', { puzzle }],
        ['hint', { puzzle }],
      ]),
  ),
  ['solve', { puzzle: 'iq', method: 'backtrack' }],
  ['solve', { puzzle: '2 2 2/DEFAULT/AA/BB', method: 'brute-force' }],
  ['solve', { puzzle: '2 2 1/DEFAULT/AAA' }],
  ['count', { puzzle: 'pentominoes 3x20', distinct: true }],
  ['count', { puzzle: 'pentominoes 6x10', distinct: true }],
  ['count', { puzzle: 'soma', distinct: true }],
  ['count', { puzzle: 'iq-pyramid' }],
  ['tree', { puzzle: '3 3 3/DEFAULT/AAA/A/BBB/CC', method: 'backtrack' }],
];

/** A report without what depends on the clock, or on the length of a pointer. @param {any} value @returns {any} */
function timeless(value) {
  if (Array.isArray(value)) return value.map(timeless);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/_ms$|^peak_bytes$/.test(name))
      .map(([name, part]) => [name, timeless(part)]),
  );
}

/** What the command answers, by the same words. @param {string} verb @param {Record<string, any>} fields */
function command(verb, { puzzle, ...fields }) {
  const options = Object.entries(fields).flatMap(([name, value]) => {
    const option = `--${name.replaceAll('_', '-')}`;
    return value === true ? [option] : [option, String(value)];
  });
  // A cache that is empty, as the browser's is.
  const run = {
    encoding: /** @type {const} */ ('utf8'),
    env: { ...process.env, UBIN_CACHE: folder('cache') },
    stdio: /** @type {any} */ (['ignore', 'pipe', 'ignore']),
  };
  try {
    return execFileSync(process.env.UBIN_BIN ?? 'ubin', [verb, puzzle, '--json', ...options], run);
  } catch (error) {
    return /** @type {any} */ (error).stdout;
  }
}

site('sixty answers are those of the command line, but for times and bytes', async () => {
  assert.ok(QUESTIONS.length >= 60, `${QUESTIONS.length} questions`);
  const { page, close } = await open(browser, `${server.url}/${LINK}`, { serviceWorkers: 'block' });
  let [native, module] = [0, 0];
  for (const [verb, fields] of QUESTIONS) {
    const answer = await page.evaluate(
      async ([address, name, question]) => {
        const known = /** @type {any} */ (globalThis);
        known.compiled ??= await WebAssembly.compileStreaming(fetch(name));
        // A worker that has asked nothing yet: tables of questions before would change the counts.
        const worker = new Worker(address, { type: 'module' });
        worker.postMessage({ module: known.compiled, flag: null });
        const text = await new Promise((resolve) => {
          worker.onmessage = ({ data }) => data.id === 2 && data.name !== 'progress' && resolve(new TextDecoder().decode(data.body));
          worker.postMessage({ id: 1, question: '{"verb":"clear"}' });
          worker.postMessage({ id: 2, question });
        });
        worker.terminate();
        return text;
      },
      [named(WORKER), named(MODULE), JSON.stringify({ verb, ...fields })],
    );
    const [ours, theirs] = [JSON.parse(answer), JSON.parse(command(verb, fields))];
    assert.deepEqual(timeless(ours), timeless(theirs), `${verb} ${JSON.stringify(fields)}`);
    module += ours.time_ms ?? 0;
    native += theirs.time_ms ?? 0;
  }
  console.log(
    `${QUESTIONS.length} questions: native ${native.toFixed(0)} ms, module ${module.toFixed(0)} ms, ratio ${(module / native).toFixed(2)}`,
  );
  await close();
});

site('ready with a processor that is six times slower', async () => {
  for (const visit of ['first', 'second']) {
    const context = visit === 'first' ? await browser.newContext() : browser.contexts()[0];
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.goto(`${server.url}/${LINK}`);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    const [board, ready] = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      return [paint?.startTime ?? 0, performance.getEntriesByName('ready')[0]?.startTime ?? 0];
    });
    console.log(`${visit} visit, six times slower: board drawn after ${board.toFixed(0)} ms, ready after ${ready.toFixed(0)} ms`);
    assert.deepEqual(await tiles(page), THREE);
    if (visit === 'first') await kept(page);
    await page.close();
    if (visit === 'second') await context.close();
  }
});
