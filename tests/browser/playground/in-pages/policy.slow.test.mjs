// Content policies of other pages: no inline styles, no strings as markup except by Lit's policy.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../../scripts/lib/run.mjs';
import { goTo } from '../../support/numbers.mjs';
import { files, openPages, panels, settled } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);

/** The policies that the guide gives: the one that is enough, and the one for trusted types. */
function policiesOf(guide) {
  const text = readFileSync(join(root, guide), 'utf8');
  return [...text.matchAll(/^Content-Security-Policy: (.*)$/gm)].map(([, policy]) => policy);
}

const policies = policiesOf('web/site/guide/embed.md');

test('the guide gives the same policies in both languages, and they allow nothing inline', () => {
  assert.equal(policies.length, 2);
  assert.deepEqual(policiesOf('web/site/zh/guide/embed.md'), policies);
  assert.doesNotMatch(policies.join(), /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)/);
});

/** Keeps what the policy refuses, and with it the proof that it is in force: the page's own inline style. */
const watched = {
  prepare: (page) =>
    page.addInitScript(() => {
      globalThis.violations = [];
      addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) =>
        violations.push([violatedDirective, sourceFile, sample].join(' ')),
      );
    }),
};

/** Where every part and every cell, label and bar within the shadow trees stands, and the colours of each. */
const picture = (page) =>
  page.evaluate(() => {
    const seen = [];
    const walk = (root) => {
      for (const element of root.querySelectorAll('*')) {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, backgroundImage, stroke, fill } = getComputedStyle(element);
        const numbers = [x, y, width, height].map((n) => n.toFixed(2));
        seen.push(
          [
            element.localName,
            ...numbers,
            color,
            backgroundColor,
            backgroundImage,
            stroke,
            fill,
          ].join(' '),
        );
        if (element.shadowRoot) walk(element.shadowRoot);
      }
    };
    walk(document.body);
    return seen;
  });

/** What people do that draws more: one step of each operation, the views of the weights, a cell and its editor. */
async function use(page) {
  const paths = await page.evaluate(() => {
    const { steps } = document.querySelector('attention-playground').trace;
    return [...new Map(steps.map(({ op, path }) => [op, path])).values()];
  });
  for (const path of paths) await goTo(page, path);
  await goTo(page, paths.findLast((path) => path.endsWith('weights')) ?? 'weights');
  for (const tab of await page.locator('ap-stage .switch [role=tab]').all()) await tab.click();
  await page.locator('ap-stage .switch [role=tab]').first().click();
  await page.locator('ap-stage .port.result').last().locator('[role=gridcell]').first().dblclick();
  await page.locator('ap-cell-editor input').waitFor();
}

async function pictureUnder(body, headers) {
  let seen;
  await withPage(
    body,
    async (page) => {
      if (body.includes('<attention-playground')) await use(page);
      seen = await settled(() => picture(page));
      if (!headers) return;
      assert.deepEqual(await page.evaluate(() => violations), []);
      await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
      await page.waitForFunction(() => violations.length === 1, undefined, { timeout: 2000 });
      page.problems.length = 0;
    },
    { headers, ...watched },
  );
  return seen;
}

const element = (tag, attributes = '') => `<${tag} loading="eager" ${attributes}></${tag}>`;

/** Whose looks are compared, too: what a policy refuses is heard of anyway. */
const compared = [
  element('attention-playground'),
  element('attention-playground', 'model="encoder-decoder" mode="workbench"'),
  element('tiled-attention'),
];

// That one has a worker, which trusted types forbid: see below.
const others = panels.filter((tag) => !['tiled-attention', 'training-run'].includes(tag));

for (const body of [...compared, others.map((tag) => element(tag)).join('')]) {
  const isCompared = compared.includes(body);
  const what = isCompared ? ', and it looks the same' : '';
  test(`${body} needs no inline style: nothing is refused${what}`, async () => {
    const strict = await pictureUnder(body, { 'content-security-policy': policies.join(', ') });
    assert.ok(strict.length > 150, `only ${strict.length} elements`);
    if (isCompared) assert.deepEqual(strict, await pictureUnder(body));
  });
}

test('the names of all elements are tested', () => assert.equal(Object.keys(files).length, 8));

test('where a policy forbids workers, a model trains on the thread of the page, which says so', () =>
  withPage(
    '<training-run loading="eager" task="four-pairs"></training-run>',
    async (page) => {
      const element = page.locator('training-run');
      await element.evaluate((one) => one.ready);
      await element.locator('button.train').click();
      await page.waitForFunction(() => {
        const { run } = document.querySelector('training-run');
        return run.update === 60 && !run.training;
      });
      assert.match(await element.locator('.frame').innerText(), /trains on the page’s own thread/);
      const refused = await page.evaluate(() => violations);
      assert.ok(
        refused.every((each) => /Worker constructor/.test(each)),
        refused.join('\n'),
      );
      page.problems.length = 0;
    },
    { headers: { 'content-security-policy': policies.join(', ') }, ...watched },
  ));
