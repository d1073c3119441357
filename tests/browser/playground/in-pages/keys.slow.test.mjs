// Keys in other people's pages: what the element handled, and what is typed into it, is not the page's; the rest is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openField, openSettings } from '../../support/hands.mjs';
import { openPages } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);

/** A page with shortcuts, as search boxes, slides and site generators have them: it sees all keys that reach it. */
const shortcuts = `<script>
  globalThis.heard = [];
  for (const type of ['keydown', 'keypress', 'keyup', 'paste'])
    addEventListener(type, (e) => heard.push(type + ' ' + (e.key ?? '')));
</script>`;

/** What the page hears of these keys while the focus is on the first element that the selector names. */
async function hears(page, selector, ...keys) {
  await page.locator(selector).first().focus();
  await page.evaluate(() => heard.splice(0));
  for (const key of keys) await page.keyboard.press(key);
  await page.waitForTimeout(20);
  return page.evaluate(() => heard.splice(0));
}

const both = (...keys) => keys.flatMap((key) => [`keydown ${key}`, `keyup ${key}`]);

const playground = (act) =>
  withPage(
    '<attention-playground mode="workbench" parameters="random"></attention-playground>',
    async (page) => {
      await page.evaluate(() => heard.splice(0));
      await act(page);
    },
    { head: shortcuts },
  );

test('typing in a field of the playground is not heard by the page', () =>
  playground(async (page) => {
    for (const field of [
      'ap-input input',
      'ap-controls [name=seed]',
      'ap-controls [name=heads]',
      // Last: a letter may choose what has fewer settings.
      'ap-controls select',
    ]) {
      await (field.startsWith('ap-input') ? openField(page) : openSettings(page));
      const keys = ['n', '/', 's', '?', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'Backspace'];
      assert.deepEqual(
        await hears(page, field, ...keys, 'Shift+N', 'Control+a'),
        [...both('Shift', 'Control')],
        field,
      );
    }
  }));

test('nor is typing in a grid, with all of its keys', () =>
  playground(async (page) => {
    const keys = [
      'ArrowRight',
      'ArrowDown',
      'End',
      'PageDown',
      'n',
      's',
      '/',
      'Enter',
      ' ',
      'Escape',
    ];
    assert.deepEqual(
      await hears(page, 'ap-stage .port[data-step=weights] [role=grid]', ...keys),
      [],
    );
    assert.deepEqual(
      await hears(page, 'ap-stage .port[data-step=weights] [role=grid]', '7', '.', '5', 'Escape'),
      [],
    );
  }));

test('arrows and Space that walk, and keys that press, are not heard', () =>
  playground(async (page) => {
    assert.deepEqual(
      await hears(
        page,
        'ap-ribbon button[aria-current]',
        'ArrowRight',
        'ArrowLeft',
        ' ',
        ' ',
        'Enter',
      ),
      [],
    );
    assert.deepEqual(await hears(page, 'ap-ribbon .play', 'Enter', ' '), []);
    assert.deepEqual(
      await hears(
        page,
        'ap-proof [role=tab], ap-stage .switch [role=tab]',
        'ArrowRight',
        'ArrowLeft',
      ),
      [],
    );
  }));

test('keys that mean nothing to the element are the page’s', () =>
  playground(async (page) => {
    const button = 'ap-ribbon .play';
    assert.deepEqual(await hears(page, button, 'n', 'PageDown', 'Escape', 'F1'), [
      'keydown n',
      'keypress n',
      'keyup n',
      ...both('PageDown', 'Escape', 'F1'),
    ]);
    for (const place of [
      button,
      'ap-input input',
      'ap-stage .port[data-step=weights] [role=grid]',
    ]) {
      if (place.startsWith('ap-input')) await openField(page);
      const heard = await hears(page, place, 'Control+k', 'Tab');
      assert.ok(heard.includes('keydown k') && heard.includes('keydown Tab'), `${place}: ${heard}`);
    }
    await openField(page);
    const escaped = await hears(page, 'ap-input input', 'Escape', 'Escape');
    assert.deepEqual(escaped, both('Escape'), 'the field closes, then a dialog around the element');
  }));

test('a key that was pressed outside may be released inside, and the page hears of it', () =>
  withPage(
    '<button id="outside">x</button><attention-playground mode="workbench" parameters="random"></attention-playground>',
    async (page) => {
      await page.locator('#outside').focus();
      await page.keyboard.down('a');
      await page.locator('ap-input .edit').first().focus();
      await page.evaluate(() => heard.splice(0));
      await page.keyboard.up('a');
      assert.deepEqual(await page.evaluate(() => heard), ['keyup a']);
    },
    { head: shortcuts },
  ));

test('what is pasted into a grid or a field is not the page’s', () =>
  playground(async (page) => {
    for (const place of ['ap-stage .port[data-step=weights] [role=grid]', 'ap-input input']) {
      if (place.startsWith('ap-input')) await openField(page);
      await page
        .locator(place)
        .first()
        .evaluate((element) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', '1 2');
          element.dispatchEvent(
            new ClipboardEvent('paste', {
              clipboardData,
              bubbles: true,
              composed: true,
              cancelable: true,
            }),
          );
        });
    }
    assert.deepEqual(await page.evaluate(() => heard), []);
  }));

for (const [tag, field] of [
  ['tiled-attention', '[name=sentence]'],
  ['head-workers', '[name=sentence]'],
  ['attention-kinds', 'input'],
  ['token-generation', 'input'],
  ['scaling-study', 'input'],
  ['positional-encoding', 'input'],
]) {
  test(`<${tag}>: neither its fields nor its grids start anything in the page`, () =>
    withPage(
      `<${tag}></${tag}>`,
      async (page) => {
        const inside = (selector) => `${tag} ${selector}`;
        assert.deepEqual(await hears(page, inside(field), '/', 'n', 'ArrowLeft', 'Backspace'), []);
        assert.deepEqual(
          await hears(page, inside('[role=grid]'), 'ArrowRight', 'n', '/', 'Home'),
          [],
        );
        assert.ok((await hears(page, inside(field), 'Control+k')).includes('keydown k'));
      },
      { head: shortcuts },
    ));
}
