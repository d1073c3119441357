// Three modes of one element: a figure, a guided walk, the workbench; what a newcomer does in the second.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually, typeInto } from '../support/hands.mjs';
import { drawn } from '../support/numbers.mjs';

const { withPage } = await openAnyPage('modes-page');

const embed = (attributes = '') => `<attention-playground ${attributes}></attention-playground>`;
const state = (page, name) =>
  page.evaluate((name) => document.querySelector('attention-playground').state[name], name);
const says = (page) => page.locator('ap-guide .says').innerText();
const title = (page) => page.locator('ap-stage h2 .name').innerText();
const button = (page, name) => page.getByRole('button', { name, exact: true });
const count = (page, selector) => page.locator(selector).count();

/** The names of parts that are seen. */
const parts = async (page) => {
  const seen = [];
  for (const part of ['input', 'controls', 'ribbon', 'guide', 'stage', 'proof', 'walk'])
    if ((await count(page, `attention-playground [part=${part}]`)) > 0) seen.push(part);
  return seen;
};

const names = {
  en: { next: 'Next', previous: 'Previous', workbench: 'Workbench', guided: 'Guided', why: 'Why?' },
  zh: { next: '下一步', previous: '上一步', workbench: '工作台', guided: '导览', why: '为什么？' },
};

describe('an embedded playground', () => {
  test('opens guided: sentence, figure, one sentence of text; weights are lines between words', () =>
    withPage(embed(), async (page) => {
      assert.deepEqual(await parts(page), ['input', 'guide', 'stage', 'proof']);
      assert.equal(await state(page, 'mode'), 'guided');
      assert.equal(await count(page, '.head-view'), 1);
      assert.match(await says(page), /“it” gives “horse” 0\.99/);
      await page.getByRole('tab', { name: 'Matrix' }).click();
      await page.locator('ap-figure [role=grid]').first().waitFor();
      assert.equal(await state(page, 'weightsView'), 'matrix');
    }));

  for (const lang of ['en', 'zh']) {
    const t = names[lang];
    test(`is walked by buttons and by keys, says each stop, and why it is there (${lang})`, () =>
      withPage(
        embed(
          `lang="${lang}" sentence="${lang === 'en' ? 'I like you' : '我 喜欢 你'}" mask="causal" heads="1"`,
        ),
        async (page) => {
          await page.evaluate(() =>
            document.querySelector('attention-playground').store.startWalk(),
          );
          await drawn(page);
          const stops = [];
          for (let last = ''; last !== (await title(page));) {
            last = await title(page);
            stops.push(last);
            assert.match(await says(page), /\d/);
            const next = page.locator('ap-guide .next');
            if ((await next.innerText()).includes(t.next)) await next.click();
            await drawn(page);
          }
          assert.equal(new Set(stops).size, stops.length);
          assert.ok(stops.length >= 7 && stops.length <= 8, stops.join());
          await page.locator('ap-stage .stage').focus();
          await page.keyboard.press('ArrowLeft');
          await drawn(page);
          assert.equal(await title(page), stops.at(-2));
          assert.equal(await count(page, '.why'), 0);
          await button(page, t.why).click();
          assert.ok((await page.locator('.why').innerText()).length > 20);
          await page.locator('ap-guide .back').click();
          await eventually(() => count(page, '.why'), 0);
        },
      ));
  }

  test('plays, one sentence after the other, each read aloud', () =>
    withPage(embed('parameters="random"'), async (page) => {
      assert.equal(await page.locator('ap-guide .says').getAttribute('aria-live'), 'polite');
      const before = await says(page);
      await page.locator('ap-guide .play').click();
      // It goes on while a test looks: what was said at each stop is kept, and looked at afterwards.
      await page.evaluate(() => {
        const element = document.querySelector('attention-playground');
        const { store } = element;
        window.heard = [];
        const said = element.shadowRoot.querySelector('ap-guide').shadowRoot.querySelector('.says');
        const keep = () => window.heard.push([element.state.step, said.innerText]);
        new MutationObserver(keep).observe(said, {
          childList: true,
          characterData: true,
          subtree: true,
        });
        store.play(false);
        Object.defineProperty(store, 'playInterval', { get: () => 200 });
        store.play(true);
      });
      await eventually(() => page.evaluate(() => window.heard.length > 1), true);
      const [[step, sentence]] = await page.evaluate(() => window.heard);
      assert.equal(step, 'context');
      assert.notEqual(sentence, before);
    }));

  test('a chosen word is what is said, and stays the word when the sentence changes', () =>
    withPage(embed(), async (page) => {
      await page.locator('.side.query .token', { hasText: 'nervous' }).click();
      await eventually(async () => /^“nervous” gives/.test(await says(page)), true);
      await page.locator('.side.query .token', { hasText: /^\s*it\s*$/ }).click();
      await eventually(async () => /^“it” gives “horse”/.test(await says(page)), true);
      await typeInto(page, 'the old rice was finished by the horse because it was nervous');
      await page.keyboard.press('Enter');
      await eventually(
        () => page.locator('.side.query .token[aria-pressed=true]').innerText(),
        'it',
      );
      assert.match(await says(page), /^“it” gives/);
    }));
});

describe('a trained head', () => {
  test('has its claim as a caption, at that head alone; its answer says what it was before', () =>
    withPage(
      embed(
        'sentence="the dog finished the bread because it was hungry" parameters="referent-emergent"',
      ),
      async (page) => {
        const answer = page.locator('ap-learned .answer');
        await answer.waitFor();
        assert.match(await answer.innerText(), /dog$/);
        await typeInto(page, 'the dog finished the bread because it was fresh');
        await page.keyboard.press('Enter');
        const said = async () => (await answer.innerText()).replace(/\s+/g, ' ');
        await eventually(async () => (await said()).split(' ').slice(-3).join(' '), 'dog → bread');
        assert.match(
          await says(page),
          /^“it” gives “bread” 0\.99/,
          'what “it” looks at now is said',
        );
        await page.locator('ap-learned .cut').click();
        await eventually(
          async () => /bread\s*→\s*(?!bread)\S+$/.test(await answer.innerText()),
          true,
        );
        await page.locator('ap-learned .cut').click();
        await page.locator('ap-guide .back').click();
        await eventually(() => answer.count(), 0);
      },
    ));
});

describe('from one mode to the next', () => {
  test('nothing is lost, in place', () =>
    withPage(embed('sentence="one two three" parameters="random"'), async (page) => {
      await typeInto(page, 'one two four five');
      await page.keyboard.press('Enter');
      await eventually(() => state(page, 'sentences'), ['one two four five']);
      await page.evaluate(() => {
        const { store } = document.querySelector('attention-playground');
        store.edit('scores', [0, 0, 1, 2], 3);
        store.keep({ path: 'weights', index: [0, 0, 1, 2] });
      });
      await drawn(page);
      const whole = await page.evaluate(() => document.querySelector('attention-playground').state);
      await button(page, 'Workbench').click();
      await page.locator('ap-ribbon .lane').first().waitFor();
      assert.deepEqual(await parts(page), [
        'input',
        'controls',
        'ribbon',
        'stage',
        'proof',
        'walk',
      ]);
      assert.equal(await count(page, 'ap-figure'), 1, 'the workbench has the matrix');
      const there = await page.evaluate(() => document.querySelector('attention-playground').state);
      assert.deepEqual(there, { ...whole, mode: 'workbench' });
      await button(page, 'Guided').click();
      await page.locator('ap-guide .says').waitFor();
      assert.deepEqual(
        await page.evaluate(() => document.querySelector('attention-playground').state),
        whole,
      );
    }));

  test('a figure stands alone with its caption, its proof on demand, and leads on', () =>
    withPage(embed('mode="figure" step="scores" parameters="random"'), async (page) => {
      assert.deepEqual(await parts(page), ['guide', 'stage', 'proof']);
      assert.match(await says(page), /How well does/);
      assert.equal(await page.locator('ap-guide .next').count(), 0);
      await page.locator('ap-proof-sheet .sheet-toggle').click();
      assert.ok(await page.locator('ap-proof').isVisible());
      await button(page, 'Guided').click();
      await page.locator('ap-guide .next').waitFor();
      assert.equal(await state(page, 'step'), 'scores');
    }));

  test('hide="guide" leaves out what is said of a figure, and what is claimed of a head; its answer stays', () =>
    withPage(embed('mode="figure" hide="mode guide"'), async (page) => {
      assert.deepEqual(await parts(page), ['stage', 'proof']);
      assert.match(await page.locator('ap-learned .answer b').innerText(), /horse/);
      assert.equal(await count(page, 'ap-learned .claim'), 0);
      await page.evaluate(() =>
        document.querySelector('attention-playground').removeAttribute('hide'),
      );
      await drawn(page);
      assert.equal(await count(page, 'ap-learned .claim'), 1);
      // What is opened as a whole is no change of what was there before: nothing is crossed out.
      await page.evaluate(() => {
        const element = document.querySelector('attention-playground');
        element.openAddress('s=the+dog+finished+the+bread+because+it+was+fresh', element.state);
      });
      await eventually(() => page.locator('ap-learned .answer b').innerText(), 'bread');
      assert.equal(await count(page, 'ap-learned s'), 0);
    }));

  for (const width of [1280, 420])
    test(`one figure has both its sentences in sight, one below the other, at ${width} pixels`, () =>
      withPage(
        embed(
          'mode="figure" show="input" parameters="random" kind="cross" sentence="je vous remercie" memory="thank you very much"',
        ),
        async (page) => {
          const lines = page.locator('ap-input .line');
          await eventually(() => lines.count(), 2);
          const [first, second] = await lines.evaluateAll((all) =>
            all.map((line) => line.getBoundingClientRect().toJSON()),
          );
          assert.ok(second.top >= first.bottom, `${second.top} below ${first.bottom}`);
          assert.ok(first.left >= 0 && second.right <= width);
          const stage = await page.locator('ap-stage').boundingBox();
          assert.ok(stage.y >= second.bottom, 'and the figure below them');
          await typeInto(page, 'thank you', 'memory-0');
          await page.keyboard.press('Enter');
          await eventually(
            () => page.locator('ap-stage section').getAttribute('data-shape'),
            '1,4,3,2',
          );
        },
        { width },
      ));

  test('hide="mode" keeps a page to its mode', () =>
    withPage(embed('hide="mode" parameters="random"'), async (page) => {
      assert.equal(await count(page, '.mode'), 0);
      await page.evaluate(
        () => (document.querySelector('attention-playground').mode = 'workbench'),
      );
      await page.locator('ap-ribbon').waitFor();
      assert.equal(await count(page, '.mode'), 0);
    }));
});

test('by keyboard the figure is at most the sixth stop, and the first leads to it', () =>
  withPage(embed(), async (page) => {
    const inFigure = () =>
      page.evaluate(() => {
        let active = document.activeElement;
        let inside = false;
        while (active) {
          inside ||= active.matches('ap-weights, ap-figure');
          active = active.shadowRoot?.activeElement;
        }
        return inside;
      });
    let stops = 0;
    while (!(await inFigure())) {
      await page.keyboard.press('Tab');
      stops += 1;
      assert.ok(stops <= 6, `${stops} stops`);
    }
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.ok(await page.evaluate(() => document.activeElement !== document.body));
  }));
