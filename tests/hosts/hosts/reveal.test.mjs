// reveal.js scales its slides, and has a key for nearly everything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHost } from '../support/host.mjs';
import { assertKeysStay } from '../support/keys.mjs';

testHost('reveal.js', {
  id: 'reveal',
  copies: ['reveal.js'],
  // It scales its slides.
  everywhere: true,
  also: (host) => {
    test('what is typed into it neither turns nor pauses the slides', () =>
      host.look(async (page, playground) => {
        await assertKeysStay(page, playground);
        const { present, classes } = await page.evaluate(() => ({
          present: document.querySelector('.slides section').classList.contains('present'),
          classes: document.querySelector('.reveal').className,
        }));
        assert.ok(present, 'the slide was turned');
        assert.doesNotMatch(classes, /paused|overview/);
      }));
  },
});
