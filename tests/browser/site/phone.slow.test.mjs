// Every page of the site on a phone of 360 px: nothing is cut, nothing leaves it, every button says what it does, and every
// cell that is drawn has its number; and at every width none scrolls sideways.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sitePages } from '../../../scripts/build/site.mjs';
import { assertNoWider } from '../support/looks.mjs';
import { openSite, whenReady } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const paths = sitePages()
  // Lessons are looked at beat by beat in tests/browser/learn.
  .filter((file) => file !== '404.html' && !/learn\/[a-z]/.test(file))
  .map((file) => `/${file.replace(/(index)?\.html$/, '')}`)
  .sort();

/** Runs in the page. */
async function problems() {
  const found = [];
  const next = () => new Promise((done) => setTimeout(done, 60));
  // What is drawn when it comes into sight.
  for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
    scrollTo(0, y);
    await next();
  }
  scrollTo(0, 0);
  await next();
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);
  const inside = (root) =>
    [...root.querySelectorAll('*')].flatMap((node) =>
      node.shadowRoot ? [node, ...inside(node.shadowRoot)] : [node],
    );
  const around = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host;
  const scrolls = (node) =>
    node && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrolls(around(node)));
  const unseen = '.visually-hidden, .only-read-aloud, .skip, .VPSkipLink, style, script';
  const isSeen = (node) => {
    const { width, height } = node.getBoundingClientRect();
    const shown = node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return shown && !node.closest(unseen) && width > 1 && height > 1;
  };
  // The bar of VitePress has two signs that everybody knows; strips beside words are cells, whose numbers stand beside them.
  const textOf = (node) =>
    [...node.childNodes]
      .filter((child) => child.nodeType === 3 || !child.matches?.('.only-read-aloud'))
      .map((child) => (child.nodeType === 3 ? child.data : textOf(child)))
      .join('');
  // A word between lines may be a full stop.
  const isSilent = (node) =>
    node.matches('button:not(.strip, .token), [role=button], summary') &&
    !node.closest('.VPNav') &&
    !/[\p{L}\p{N}]/u.test(textOf(node));
  for (const node of inside(document).filter(isSeen)) {
    const { overflowX, display } = getComputedStyle(node);
    const name = `${node.localName}.${node.className} “${node.textContent.trim().slice(0, 30)}”`;
    // What is shortened is whole where its words are edited, or says them when it is pointed at.
    const cuts = /hidden|clip/.test(overflowX) && display !== 'inline' && node.innerText?.trim();
    const isTold = node.closest('[title]') || node.getRootNode().host?.localName === 'ap-input';
    if (cuts && !isTold && node.scrollWidth > node.clientWidth + 1) found.push(`cut: ${name}`);
    const hasText = [...node.childNodes].some(
      ({ nodeType, data }) => nodeType === 3 && data.trim(),
    );
    const { left, right } = node.getBoundingClientRect();
    if (hasText && (left < -1 || right > innerWidth + 1) && !scrolls(around(node)))
      found.push(`leaves the page: ${name}`);
    if (isSilent(node)) found.push(`says nothing: ${name}`);
    // A picture of a whole table, or a part of a larger picture, has colours alone.
    if (!node.figure?.grids || node.detail === 'fit' || node.side !== undefined) continue;
    const bare = node.figure.grids.filter(({ decimals }) => decimals === undefined);
    found.push(...bare.map(({ step }) => `without digits: ${step.path}`));
  }
  return found;
}

/** Where the bar at the top changes, which it does alike on pages of one form: the walk, a panel, and one of text. */
const barWidths = [767, 800, 900, 959, 960, 1000, 1100];
const withBar = /^[/](zh[/])?(explore[/]tiles|guide[/]api)?$/;

const isChinese = (path) => path.startsWith('/zh/');

for (const language of ['en', 'zh'])
  describe(language, () => {
    /** One for all of them: what it has fetched for one it has for the others. */
    let page;
    before(async () => (page = await site.newPage({ width: 360, height: 740 })));
    after(() => page.context().close());

    for (const path of paths.filter((one) => isChinese(one) === (language === 'zh')))
      test(`nothing is cut or silent on a phone, and no width scrolls sideways: ${path}`, async () => {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(site.url + path);
        await whenReady(page);
        assert.deepEqual(await page.evaluate(problems), []);
        assert.equal(await page.locator('main').count(), 1, 'its landmark');
        for (const width of [320, 600, 768, ...(withBar.test(path) ? barWidths : [])]) {
          await page.setViewportSize({ width, height: 740 });
          await assertNoWider(page, width, `${width} px`);
        }
        assert.deepEqual(page.problems.splice(0), []);
      });
  });
