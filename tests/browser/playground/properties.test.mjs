// The element as a program uses it: properties as numbers and as texts, the saved state, and the event `change`.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';

const { withPage } = await openAnyPage('properties-page');

/** Runs `body` in the page with a fresh element that `make` has set up; returns what it returns. */
async function withElement(make, body, options) {
  let result;
  await withPage(
    '',
    async (page) => {
      result = await page.evaluate(
        async ([make, body]) => {
          const element = new Function(`return (${make})()`)();
          document.body.append(element);
          await customElements.whenDefined('attention-playground');
          await element.ready;
          return new Function('element', `return (${body})(element)`)(element);
        },
        [String(make), String(body)],
      );
    },
    options,
  );
  return result;
}

describe('numbers as properties', () => {
  test('may be set before the element is in the page', async () => {
    const seen = await withElement(
      () => {
        const element = document.createElement('attention-playground');
        Object.assign(element, { loading: 'eager', heads: 8, dModel: 32, seed: 7, training: true });
        return element;
      },
      ({ heads, dModel, seed, training, trace }) => {
        const [, , rows, columns] = trace.steps.find(({ name }) => name === 'scores').shape;
        return { heads, dModel, seed, training, rows, columns };
      },
    );
    assert.deepEqual(seen, { heads: 8, dModel: 32, seed: 7, training: true, rows: 7, columns: 7 });
  });

  test('may be set before the element is defined', async () => {
    const seen = await withElement(
      () => {
        const element = document.createElement('attention-playground');
        if (customElements.get('attention-playground')) throw new Error('it is defined');
        Object.assign(element, { loading: 'eager', heads: 2, dModel: '16', mask: 'causal' });
        const script = { type: 'module', src: '/dist/element.js' };
        document.head.append(Object.assign(document.createElement('script'), script));
        return element;
      },
      ({ heads, dModel, mask, trace }) => [heads, dModel, mask, trace.tensor('scores').shape],
      { scripts: [], fresh: true },
    );
    assert.deepEqual(seen, [2, 16, 'causal', [1, 2, 7, 7]]);
  });

  test('are followed when they change, as numbers, texts and attributes', async () => {
    const seen = await withElement(
      () => Object.assign(document.createElement('attention-playground'), { loading: 'eager' }),
      async (element) => {
        const values = [];
        const note = async () => {
          await element.updateComplete;
          values.push(element.heads);
        };
        element.heads = 8;
        await note();
        element.heads = '2';
        await note();
        element.setAttribute('heads', '16');
        await note();
        element.heads = null;
        await note();
        element.heads = 5; // does not divide 64: the next that does
        await note();
        element.heads = NaN;
        await note();
        element.heads = {};
        await note();
        return values;
      },
    );
    assert.deepEqual(seen, [8, 2, 16, 16, 4, 4, 4]);
  });
});

describe('the saved state', () => {
  test('is plain JSON, versioned, and sets another element to the same', async () => {
    const seen = await withElement(
      () =>
        Object.assign(document.createElement('attention-playground'), {
          loading: 'eager',
          sentence: 'I am good\nYou too are',
          mask: 'custom',
        }),
      async (element) => {
        element.store.edit('custom_mask', [0, 1], -Infinity);
        element.store.goTo('weights');
        await element.updateComplete;
        const text = JSON.stringify(element.state);
        const other = document.createElement('attention-playground');
        Object.assign(other, { loading: 'eager', state: JSON.parse(text) });
        document.body.append(other);
        await other.ready;
        const data = (of) => [...of.trace.tensor('weights').data];
        return {
          version: element.state.version,
          same: JSON.stringify(other.state) === text,
          numbers: data(element).join() === data(other).join(),
          edits: JSON.parse(text).edits,
          problems: [other.store.problem, other.store.notices.length],
        };
      },
    );
    assert.deepEqual(seen, {
      version: 1,
      same: true,
      numbers: true,
      edits: [{ path: 'custom_mask', index: [0, 1], value: '-inf' }],
      problems: [undefined, 0],
    });
  });

  test('holds the same as the address', async () => {
    const seen = await withElement(
      () => {
        location.hash = 'v=1&heads=8&s=one+two&mask=causal&step=scores';
        const element = document.createElement('attention-playground');
        return Object.assign(element, { loading: 'eager', syncUrl: true });
      },
      ({ state: { heads, sentences, mask, step } }) => [heads, sentences, mask, step],
    );
    assert.deepEqual(seen, [8, ['one two'], 'causal', 'scores']);
  });

  test('is changed to what fits, with a notice; nonsense and other versions are said', async () => {
    const seen = await withElement(
      () => Object.assign(document.createElement('attention-playground'), { loading: 'eager' }),
      async (element) => {
        const results = [];
        for (const state of [
          { heads: 99, dModel: 64, mask: 'maybe', edits: 7, cell: { x: 1 }, sentences: [() => 1] },
          { version: 2, heads: 8 },
          null,
          'heads=8',
          [1],
          {},
        ]) {
          element.state = state;
          await element.updateComplete;
          const { problem, notices } = element.store;
          results.push([element.state.heads, problem?.code, notices[0]?.values.names]);
        }
        return results;
      },
    );
    assert.deepEqual(seen, [
      [16, null, 'sentences,mask,heads,cell,edits'].map((one) => one ?? undefined),
      [16, 'state_version', undefined],
      [16, 'state_version', undefined],
      [16, 'state_version', undefined],
      [4, undefined, undefined],
      [4, undefined, undefined],
    ]);
  });
});

describe('the event change', () => {
  test('comes once for a change of the state, with the new one, and not for a pointer', async () => {
    const seen = await withElement(
      () =>
        Object.assign(document.createElement('attention-playground'), {
          loading: 'eager',
          heads: 4,
        }),
      async (element) => {
        const seen = [];
        element.addEventListener('change', ({ detail, target }) =>
          seen.push([detail.heads, detail.step, target === element]),
        );
        const settle = async () => {
          await element.updateComplete;
          await new Promise((done) => setTimeout(done, 50));
        };
        element.store.preview({ path: 'weights', index: [0, 0, 0, 0] });
        await settle();
        element.heads = 8;
        element.step = 'scores';
        await settle();
        element.state = element.state;
        await settle();
        return seen;
      },
    );
    assert.deepEqual(seen, [[8, 'scores', true]]);
  });
});
