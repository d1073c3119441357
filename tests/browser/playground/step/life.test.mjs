// A figure alone comes, is moved and goes; and says what is wrong with its settings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../../support/any-page.mjs';
import { eventually } from '../../support/hands.mjs';
import { inside, stateOf, watchMemory } from './support.mjs';

const { withPage } = await openAnyPage('step-life-page');
const options = { scripts: ['step'] };

test('moved to another place, it keeps its state and its trace; taken out and put in again, its state', () =>
  withPage(
    '<div><attention-step step="scores" sentence="one two three" d-model="8" heads="1"></attention-step></div><div id="there"></div>',
    async (page) => {
      await inside(page, '.port[data-step=scores] [role=gridcell]').nth(4).click();
      const before = await stateOf(page);
      assert.deepEqual(before.cell, [0, 0, 1, 1]);
      const kept = await page.evaluate(() => {
        const element = document.querySelector('attention-step');
        const { trace } = element;
        document.querySelector('#there').append(element);
        return element.trace === trace;
      });
      assert.ok(kept);
      assert.deepEqual(await stateOf(page), before);
      await page.evaluate(async () => {
        const element = document.querySelector('attention-step');
        element.remove();
        await new Promise((later) => setTimeout(later, 50));
        document.body.append(element);
        await element.ready;
      });
      assert.deepEqual(await stateOf(page), before);
      await inside(page, '.port[data-step=scores]').waitFor();
    },
    options,
  ));

test('removed, it frees its trace: many that come and go take no more memory', () =>
  withPage(
    '',
    async (page) => {
      const { code, sizes } = await page.evaluate(async () => {
        const sizes = [];
        let code;
        for (let i = 0; i < 24; i += 1) {
          const element = document.createElement('attention-step');
          const sentence = Array.from({ length: 60 }, (_, n) => `w${n}`).join(' ');
          Object.assign(element, {
            loading: 'eager',
            sentence,
            dModel: 256,
            heads: 8,
            step: 'scores',
            locked: true,
          });
          document.body.append(element);
          await element.ready;
          const { trace } = element;
          element.remove();
          await new Promise((later) => setTimeout(later));
          try {
            trace.tensor('scores');
          } catch (error) {
            ({ code } = error);
          }
          sizes.push(globalThis.memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0));
        }
        return { code, sizes };
      });
      assert.equal(code, 'disposed');
      assert.ok(sizes[0] > 0);
      assert.equal(sizes.at(-1), sizes[1]);
    },
    { ...options, prepare: (page) => page.addInitScript(watchMemory) },
  ));

const wrong = {
  'an unknown step': {
    markup: '<attention-step step="nonsense"></attention-step>',
    en: /There is no step “nonsense” here\.\s+The steps here: .*scores, .*weights.*\./,
    zh: /这里没有步骤“nonsense”。\s+这里的步骤有：.*scores, .*weights.*。/,
    code: 'step',
  },
  'a blank sentence': {
    markup: '<attention-step sentence="  "></attention-step>',
    en: /There has to be at least one token: the sentence holds only spaces/,
    zh: /至少要有一个词元：句子只有空格/,
    code: 'blank',
  },
  'a sentence that is too long': {
    markup: `<attention-step sentence="${'a '.repeat(65)}"></attention-step>`,
    en: /The sentence has more than 64 tokens/,
    zh: /句子.*64/,
    code: 'too_long',
  },
};

wrong['a head that is not there'] = {
  markup: '<attention-step step="scores" heads="2" head="2"></attention-step>',
  en: /Head shown is 2, but only whole numbers 0 – 1 are accepted here/i,
  zh: /是 2，而这里只接受 0 – 1/,
  code: 'range_whole',
  mend: { head: 1 },
};

for (const [name, { markup, code, mend, ...texts }] of Object.entries(wrong)) {
  for (const lang of ['en', 'zh']) {
    test(`${name} is said in the place of the figure (${lang})`, () =>
      withPage(
        '',
        async (page) => {
          const told = await page.evaluate(async (markup) => {
            const codes = [];
            document.addEventListener('error', ({ detail }) => codes.push(detail), true);
            document.body.innerHTML = markup;
            const element = document.querySelector('attention-step');
            await element.ready;
            await element.updateComplete;
            return codes;
          }, markup);
          assert.match(await inside(page, '[role=alert]').innerText(), texts[lang]);
          assert.equal(await inside(page, 'figure').count(), 0);
          assert.deepEqual(
            told.map((detail) => detail.code),
            [code],
          );
          await page.evaluate((mend) => {
            const element = document.querySelector('attention-step');
            Object.assign(element, { sentence: 'one two', step: 'scores', ...mend });
          }, mend);
          await inside(page, 'figure[data-step=scores]').waitFor();
          assert.equal(await inside(page, '[role=alert]').count(), 0);
        },
        { ...options, lang },
      ));
  }
}

test('it speaks the language of the page, and follows it', () =>
  withPage(
    '<attention-step step="scores"></attention-step>',
    async (page) => {
      assert.match(await inside(page, 'figcaption').innerText(), /^分数/);
      await page.evaluate(() => (document.documentElement.lang = 'en'));
      await eventually(
        async () => /^Scores/.test(await inside(page, 'figcaption').innerText()),
        true,
      );
      await page.evaluate(() => (document.documentElement.lang = 'zh'));
    },
    { ...options, lang: 'zh' },
  ));
