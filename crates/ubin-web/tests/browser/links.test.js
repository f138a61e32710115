// Links that are wrong say so, and open what is right about them.

import assert from 'node:assert/strict';
import { letters, stage, tiles, until, untilHeadline, untilTiles } from './harness.js';

const { scenario } = stage();

const THREE = [1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12];
const EMPTY = Array(5).fill('...........');

/** @type {[string, string, RegExp, RegExp][]} what is wrong, the link, the message, the text */
const PACKINGS = [
  ['a piece of another shape', '#p/iq?placed=AAAA51', /piece A does not have this shape|shape/, /PLACED\nAAAA\.{7}\n/],
  ['a piece of another size', '#p/iq?placed=3A7A', /shape/, /PLACED\n\.{3}A\.{7}\nA\.{10}\n/],
  ['a piece that there is none of', '#p/iq?placed=3Z7', /Z/, /PLACED\n\.{3}Z\.{7}\n/],
  ['pieces beyond the board', '#p/iq?placed=55AAA8A', /character|row/, /PLACED\n(\.{11}\n){4}\.{11}AAA/],
];
for (const [what, hash, message, text] of PACKINGS) {
  scenario(
    `a link with ${what} opens the puzzle, and what is wrong as text`,
    async (page) => {
      await page.locator('#pack-mistake pre').waitFor();
      assert.match(await page.innerText('#pack-mistake'), message);
      assert.match(await page.locator('#pack-mistake pre').innerText(), /\^/);
      assert.match(await page.inputValue('#pack-text'), text);
      await until(
        () => letters(page),
        (now) => now.join() === EMPTY.join(),
        'the board is empty',
      );
      // What is wrong is said above the board, not below the window.
      await untilHeadline(page, message);
    },
    { hash },
  );
}

scenario(
  'a link to a set that there is none of stays in its workspace',
  async (page) => {
    await page.locator('#pack-mistake pre').waitFor();
    assert.match(await page.innerText('#pack-mistake'), /There is no set called nosuch/);
    assert.match(await page.locator('#pack-mistake pre').innerText(), /nosuch\n.*\^{6}/);
    assert.equal(await page.inputValue('#pack-text'), 'nosuch');
  },
  { hash: '#p/nosuch' },
);

scenario(
  'a packing text that is wrong opens in its workspace',
  async (page) => {
    await page.locator('#pack-mistake pre').waitFor();
    assert.match(await page.inputValue('#pack-text'), /^2 2 3\n/);
  },
  { hash: '#p/~2_2_3;DEFAULT;AA;BB' },
);

scenario(
  'a link with too few fields says how many there should be',
  async (page) => {
    await page.locator('#slide-mistake pre').waitFor();
    assert.match(await page.innerText('#slide-mistake'), /A board of 4x4 has 16 fields; the link has 3/);
    assert.match(await page.locator('#slide-mistake pre').innerText(), /1 2 3\n.* {6}\^/);
  },
  { hash: '#s/4x4/1.2.3' },
);

scenario(
  'options that are not known are told and left out',
  async (page) => {
    await untilTiles(page, THREE);
    await page.getByText('The link says method=foo, tab=bar, which is not known here').waitFor();
    // In another language it is the same sentence.
    await page.selectOption('#language', 'id');
    await page.getByText('Tautan menyebut method=foo, tab=bar').waitFor();
    await page.selectOption('#language', 'en');
    await page.click('#tab-solve');
    assert.equal(await page.inputValue('#method'), 'auto');
    await page.click('#solve');
    await untilHeadline(page, /3 moves – proven shortest/);
    await until(
      () => Promise.resolve(page.url()),
      (url) => url.includes('moves=DRD') && !/foo|bar/.test(url),
      'the address is right again',
    );
  },
  { hash: `#s/4x4/${THREE.join('.')}?method=foo&tab=bar` },
);

scenario(
  'what is left out is told above the board where the text box is not in view',
  async (page) => {
    await untilHeadline(page, /The link says goal=1\.2\.3, which is not known here and was left out/);
    await untilTiles(page, THREE);
    await page.click('#solve');
    await untilHeadline(page, /3 moves – proven shortest/);
  },
  { hash: `#s/4x4/${THREE.join('.')}?goal=1.2.3&tab=solve` },
);

scenario(
  'a variant that is not the method’s is left out, so that Solve works',
  async (page) => {
    await page.getByText('variant=tree').waitFor();
    await page.click('#solve');
    await untilHeadline(page, /3 moves – proven shortest/);
  },
  { hash: `#s/4x4/${THREE.join('.')}?method=ida&variant=tree` },
);

for (const hash of [`#s/4x4/${THREE.join('.')}`, '#p/iq?placed=AAA8A43', '#p/nosuch']) {
  scenario(
    `the link that the page begins with is no step to take back: ${hash}`,
    async (page) => {
      assert.equal(await page.isDisabled('#undo'), true);
    },
    { hash },
  );
}

scenario('a link that is opened later is a step', async (page) => {
  const first = await tiles(page);
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#s/4x4/${THREE.join('.')}`,
  );
  await untilTiles(page, THREE);
  await page.click('#undo');
  await untilTiles(page, first);
});
