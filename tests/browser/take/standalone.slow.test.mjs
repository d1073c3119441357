// What is saved as one file and opened from the disk: all kinds, a model of one's own, and states at random.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileOf } from '../../../scripts/train/tasks.mjs';
import { importWeb } from '../../node/support/bundled.mjs';
import { seeded } from '../../node/support/seeded.mjs';
import { anyState } from '../../node/state/support/any-state.mjs';
import { openAnyPage } from '../support/any-page.mjs';
import { drawn } from '../support/numbers.mjs';
import { keeps, kinds, tag } from './support/kinds.mjs';
import { isKept } from './support/standalone.mjs';

const { prepare, saveState, DEFAULTS } = await importWeb(
  'playground/state.ts',
  'playground/saved-state.ts',
  'playground/state-changes.ts',
);
const { withPage, site } = await openAnyPage('standalone-random-page');
const SEED = Number(process.env.SEED ?? 1);
const STATES = 16;

for (const kind of Object.keys(kinds)) test(kind, () => keeps({ withPage, site }, kind));

test('a model of one’s own, which another browser does not have', () =>
  withPage(
    tag('parameters="random" mode="workbench"'),
    async (page) => {
      const bytes = [...readFileSync(fileOf('referent'))];
      await page.evaluate((bytes) => {
        const { store } = document.querySelector('attention-playground');
        store.models.give('own', Uint8Array.from(bytes));
        store.update({ parameters: 'own' });
        return store.coming;
      }, bytes);
      await drawn(page);
      const { before } = await isKept(site.browser, page);
      assert.equal(before.state.parameters, 'own');
    },
    { fresh: true },
  ));

test('a state at random is the same in a page in one file', () =>
  withPage(
    tag('parameters="random" mode="workbench"'),
    async (page) => {
      const random = seeded(SEED);
      const seen = new Set();
      for (let done = 0; done < STATES;) {
        const wished = { ...anyState(random), seed: random.whole(0, 999) };
        if (prepare(DEFAULTS, wished).problem) continue;
        done += 1;
        const state = {
          ...saveState(wished),
          lang: 'en',
          mode: ['figure', 'guided', 'workbench'][done % 3],
        };
        await page.evaluate((state) => {
          const element = document.querySelector('attention-playground');
          element.state = state;
          const { store } = element;
          for (const step of store.steps.slice(0, 40)) {
            if (step.path.length % 3 !== 0) continue;
            const index = step.shape.map((size) => size - 1);
            if (store.canBeOwn(step)) store.makeOwn(step.path);
            else store.edit(step.path, index, Math.fround(0.3));
          }
        }, state);
        await drawn(page);
        const { before } = await isKept(site.browser, page);
        seen.add(before.state.model);
      }
      assert.ok(seen.size > 1, [...seen].join());
    },
    { fresh: true },
  ));
