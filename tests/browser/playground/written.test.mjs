// A decoder's rows on the page say what is read and what is written: between lines, in the matrix, in the proof, aloud, and in
// what is taken out of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { drawn } from '../support/numbers.mjs';

const { withPage } = await openAnyPage('written-page');
const embed = (attributes) =>
  `<attention-playground parameters="translation-textbook" ${attributes}></attention-playground>`;

const target = ['<sos>', '今天', '汤姆', '在', '学校', '偷', '了', '四', '条', '小', '的', '鱼'];
const both = target.map((word, at) => `${word} ⇒ ${target[at + 1] ?? '<eos>'}`);
const oneLine = (text) => text.trim().replace(/\s+/g, ' ');
const texts = async (page, selector) => (await page.locator(selector).allInnerTexts()).map(oneLine);

const words = {
  en: {
    says: /^Writing “汤姆” after “今天”, the decoder gives “tom” (1|0\.\d\d)/,
    where: 'Head 1, query 今天 ⇒ 汤姆 → key tom',
    matrix: 'Matrix',
    text: 'Text',
    tools: 'Tools',
    csv: 'Copy CSV',
    inWords: 'In words',
  },
  zh: {
    says: /^读到“今天”、要写“汤姆”时，解码器把 (1|0\.\d\d)[\d.]* 的注意力给了“tom”/,
    where: '头 1，查询 今天 ⇒ 汤姆 → 键 tom',
    matrix: '矩阵',
    text: '文本',
    tools: '工具',
    csv: '复制 CSV',
    inWords: '文字描述',
  },
};

for (const [lang, t] of Object.entries(words)) {
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ]) {
    test(`a newcomer reads which word is written, at ${width} px (${lang})`, () =>
      withPage(
        embed(`lang="${lang}"`),
        async (page) => {
          await page.locator('.head-view').waitFor();
          assert.deepEqual(await texts(page, '.side.query .token'), both);
          assert.ok((await texts(page, '.side.key .token')).every((one) => !one.includes('⇒')));
          const cut = await page
            .locator('.side.query .token span')
            .evaluateAll((spans) =>
              spans
                .filter((one) => one.scrollWidth > one.clientWidth + 1)
                .map((one) => one.textContent),
            );
          assert.deepEqual(cut, [], 'no word is cut');
          await page.getByRole('button', { name: '今天 ⇒ 汤姆', exact: true }).click();
          const says = page.locator('ap-guide .says');
          await eventually(async () => t.says.test(await says.innerText()), true);
          await page.getByRole('tab', { name: t.text, exact: true }).click();
          await page.locator('.text-view').waitFor();
          assert.deepEqual(await texts(page, '.sentence:not(.shaded) .word'), both);
          await page.getByRole('tab', { name: t.matrix, exact: true }).click();
          await drawn(page);
          const port = page.locator('.port[data-step$="cross_attention.weights"]').last();
          const cell = port.locator('[role=gridcell][data-index="0,0,1,0"]');
          assert.ok((await cell.getAttribute('aria-label')).includes(t.where));
        },
        { width, height, touch: width < 600 },
      ));
  }

  test(`the proof and what is copied have both words (${lang})`, () =>
    withPage(embed(`mode="workbench" lang="${lang}"`), async (page) => {
      await page.evaluate(() => {
        const { store } = document.querySelector('attention-playground');
        store.keep({ path: store.state.step, index: [0, 0, 1, 0] });
      });
      await drawn(page);
      assert.equal(await page.locator('ap-proof .where').innerText(), t.where);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: t.tools, exact: true }).click();
      await page.getByRole('button', { name: t.csv, exact: true }).click();
      await page.locator('ap-figure-tools .said').filter({ hasText: /./ }).waitFor();
      const csv = await page.evaluate(() => navigator.clipboard.readText());
      const rows = csv.split('\n').map((line) => line.split(',')[0]);
      assert.deepEqual(rows, ['', ...both]);
      await page.getByRole('button', { name: t.inWords, exact: true }).click();
      const said = await texts(page, 'ap-figure-tools .words p');
      for (const name of both)
        assert.ok(
          said.some((line) => line.startsWith(name)),
          name,
        );
    }));

  test(`the row says another word when a head is cut out (${lang})`, () =>
    withPage(embed(`mode="workbench" lang="${lang}"`), async (page) => {
      const cells = page.locator(
        '.port[data-step$="cross_attention.weights"] [role=gridcell][data-index$=",0"]',
      );
      const rows = async () => {
        const labels = await cells.evaluateAll((all) => all.map((one) => one.ariaLabel));
        return labels.map((label) => /\S+ ⇒ \S+/.exec(label)?.[0]);
      };
      assert.deepEqual(await rows(), both);
      await page.locator('ap-learned button').last().click();
      await drawn(page);
      assert.notDeepEqual(await rows(), both);
    }));
}
