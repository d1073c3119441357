// Figures taken out of a page with a strict policy: as SVG, as PNG, and as text.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../../scripts/lib/run.mjs';
import { eventually } from '../../support/hands.mjs';
import { goTo } from '../../support/numbers.mjs';
import { openPages } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);
const guide = readFileSync(join(root, 'web/site/guide/embed.md'), 'utf8');
const policies = [...guide.matchAll(/^Content-Security-Policy: (.*)$/gm)].map(([, one]) => one);
const headers = { 'content-security-policy': policies.join(', ') };

/** The buttons, and words of the picture, in each language. */
const languages = {
  en: {
    tools: 'Tools',
    take: 'Take it along',
    svg: 'SVG',
    png: 'PNG',
    text: 'Copy as text',
    seed: 'seed 1',
  },
  zh: {
    tools: '工具',
    take: '导出与分享',
    svg: 'SVG',
    png: 'PNG',
    text: '复制为文本',
    seed: '种子 1',
  },
};

async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const file = join(mkdtempSync(join(tmpdir(), 'saved-')), download.suggestedFilename());
  await download.saveAs(file);
  return { name: download.suggestedFilename(), bytes: readFileSync(file) };
}

/** What another page, without a policy, finds in an SVG: what should not be there, and numbers that are not. */
async function readSvg(page, source, numbers) {
  const other = await page.context().newPage();
  return other.evaluate(
    ([source, numbers]) => {
      const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
      const texts = [...parsed.querySelectorAll('tspan')].map(({ textContent }) => textContent);
      return {
        wrong: parsed.querySelectorAll('parsererror, [style], style, script').length,
        missing: numbers.filter((number) => !texts.includes(number)),
      };
    },
    [source, numbers],
  );
}

for (const [lang, words] of Object.entries(languages)) {
  test(`a figure is saved as a picture and as text (${lang})`, async () => {
    const body = `<attention-playground mode="workbench" lang="${lang}" loading="eager" sentence="I am good"></attention-playground>`;
    await withPage(
      body,
      async (page) => {
        await goTo(page, 'scores');
        await page.locator('summary', { hasText: words.take }).click();
        const svg = await saved(page, words.svg);
        assert.equal(svg.name, 'scores.svg');
        const source = svg.bytes.toString();
        assert.match(source, /I am good/);
        assert.ok(source.includes(words.seed));
        const numbers = await page.evaluate(() => {
          const { data } = document.querySelector('attention-playground').trace.tensor('scores');
          return Array.from(data.slice(0, 9), (value) => value.toFixed(2));
        });
        assert.deepEqual(await readSvg(page, source, numbers), { wrong: 0, missing: [] });
        const png = await saved(page, words.png);
        assert.equal(png.name, 'scores.png');
        assert.equal(png.bytes.toString('latin1', 1, 4), 'PNG');
        const [, width] = /<svg[^>]* width="(\d+)"/.exec(source);
        assert.equal(png.bytes.readUInt32BE(16), 3 * Number(width));
        assert.ok(png.bytes.length > 10_000);
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.getByRole('button', { name: words.tools }).click();
        await page.getByRole('button', { name: words.text }).click();
        await page.locator('ap-figure-tools .said').filter({ hasText: /./ }).waitFor();
        const text = await page.evaluate(() => navigator.clipboard.readText());
        assert.equal(text.match(/^(I|am|good)[:：]/gm).length, 3, text);
      },
      { headers },
    );
  });
}

test('what has to be scrolled on the page is whole in the picture', async () => {
  const body =
    '<attention-playground mode="workbench" loading="eager" d-model="128"></attention-playground>';
  await withPage(
    body,
    async (page) => {
      await goTo(page, 'output');
      await page.locator('summary', { hasText: 'Take it along' }).click();
      const { bytes } = await saved(page, 'SVG');
      const [, width] = /<svg[^>]* width="(\d+)"/.exec(bytes.toString());
      assert.ok(Number(width) > 128 * 9, width);
    },
    { width: 700, height: 900 },
  );
});

test('a figure in words and as a table follows an edit', async () => {
  const body =
    '<attention-playground mode="workbench" loading="eager" sentence="I am good"></attention-playground>';
  await withPage(body, async (page) => {
    await goTo(page, 'scores');
    const tools = page.locator('ap-figure-tools');
    await page.getByRole('button', { name: 'Tools' }).click();
    await tools.getByRole('button', { name: 'In words' }).click();
    const words = tools.getByRole('region', { name: 'In words' });
    const lines = () => words.locator('p').allInnerTexts();
    const row = async (name) => (await lines()).find((line) => line.startsWith(`${name}:`));
    const before = await row('am');
    assert.match(before, /^am: I -?\d+\.\d\d, am -?\d+\.\d\d, good -?\d+\.\d\d$/);
    const edit = (value) =>
      page.evaluate(
        (value) =>
          document.querySelector('attention-playground').store.edit('scores', [0, 0, 1, 0], value),
        value,
      );
    await edit(7.25);
    await eventually(() => row('am'), before.replace(/I -?[\d.]+/, 'I 7.25'));
    await tools.getByRole('button', { name: 'table' }).click();
    const cell = tools.locator('td[data-index="0,0,1,0"]');
    assert.equal(await cell.getAttribute('data-value'), '7.25');
    await edit(-3.5);
    await eventually(() => cell.getAttribute('data-value'), '-3.5');
  });
});
