// What a learner has done: kept in storage, read again, told by another tab; what anybody has written there is read or left.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const KEY = 'attention-playground-lessons';
const right = { verdict: 'right', given: '10' };
const before = {
  localStorage: Object.getOwnPropertyDescriptor(globalThis, 'localStorage'),
  addEventListener: Object.getOwnPropertyDescriptor(globalThis, 'addEventListener'),
};

afterEach(() => {
  for (const [name, own] of Object.entries(before)) {
    if (own) Object.defineProperty(globalThis, name, own);
    else delete globalThis[name];
  }
});

const put = (name, value) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** A page that opens with this in its storage; `tells` is another tab that writes there. */
async function pageWith(stored, storage = new Map(stored === undefined ? [] : [[KEY, stored]])) {
  const heard = [];
  put('localStorage', {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: (key) => void storage.delete(key),
  });
  put('addEventListener', (type, listener) => type === 'storage' && heard.push(listener));
  const { progress } = await importWeb('lessons/progress.ts');
  const tells = (text, key = KEY) => {
    if (text === undefined) storage.delete(KEY);
    else storage.set(KEY, text);
    for (const listener of heard) listener({ key });
  };
  return { progress, storage, tells };
}

describe('progress', () => {
  test('an answer is kept, read again, changed and taken back', async () => {
    const { progress, storage } = await pageWith();
    assert.ok(progress.isEmpty);
    progress.change('by-hand', { beat: 'dot' });
    progress.answer('by-hand', 'dot', right);
    const again = await pageWith(undefined, storage);
    assert.deepEqual(again.progress.of('by-hand'), { beat: 'dot', answers: { dot: right } });
    assert.deepEqual(again.progress.of('it'), { answers: {} });
    again.progress.answer('by-hand', 'dot', { verdict: 'shown' });
    assert.deepEqual(again.progress.of('by-hand').answers, { dot: { verdict: 'shown' } });
    again.progress.answer('by-hand', 'dot', undefined);
    assert.deepEqual(again.progress.of('by-hand'), { beat: 'dot', answers: {} });
  });

  test('it is exported as it is, and cleared with nothing left behind', async () => {
    const { progress, storage } = await pageWith();
    progress.change('it', { beat: 'away', done: true });
    assert.deepEqual(JSON.parse(progress.exported), {
      it: { answers: {}, beat: 'away', done: true },
    });
    progress.clear();
    assert.ok(progress.isEmpty);
    assert.equal(storage.size, 0);
  });

  test('without a storage, and with one that is forbidden or full, it lasts for the visit', async () => {
    const forbid = () => {
      throw new Error('SecurityError');
    };
    for (const storage of [undefined, { getItem: forbid, setItem: forbid, removeItem: forbid }]) {
      await pageWith();
      put('localStorage', storage);
      const { progress } = await importWeb('lessons/progress.ts');
      progress.answer('it', 'fresh', right);
      assert.deepEqual(progress.of('it').answers, { fresh: right });
      progress.clear();
      assert.ok(progress.isEmpty);
    }
  });

  const junk = [
    '',
    'no JSON',
    'null',
    '7',
    '"text"',
    '[]',
    '{"it":null}',
    '{"it":7}',
    '{"it":{"answers":null}}',
    '{"it":{"answers":{"a":null,"b":{"verdict":"perfect"},"c":7}}}',
    '{"it":{"beat":7,"done":"yes","answers":[]}}',
  ];
  for (const text of junk) {
    test(`junk in the storage is no progress: ${text || 'nothing'}`, async () => {
      const { progress } = await pageWith(text);
      assert.deepEqual(progress.of('it'), { answers: {} });
      progress.answer('it', 'fresh', right);
      assert.deepEqual(progress.of('it'), { answers: { fresh: right } });
    });
  }

  test('beside junk, what is sound is kept', async () => {
    const { progress } = await pageWith(
      JSON.stringify({
        it: {
          beat: 'cut',
          done: true,
          more: 1,
          answers: { a: right, b: { verdict: 'shown', given: 7 }, c: 'right' },
        },
      }),
    );
    assert.deepEqual(progress.of('it'), {
      beat: 'cut',
      done: true,
      answers: { a: right, b: { verdict: 'shown' } },
    });
  });

  test('names that objects have by themselves are names of lessons like any others', async () => {
    const { progress } = await pageWith();
    assert.deepEqual(progress.of('constructor'), { answers: {} });
    assert.deepEqual(progress.of('toString').answers, {});
  });

  test('what another tab writes or clears is seen at once; other keys concern it not', async () => {
    const { progress, tells } = await pageWith();
    tells(JSON.stringify({ it: { beat: 'cut', answers: { cut: right } } }));
    assert.deepEqual(progress.of('it'), { beat: 'cut', answers: { cut: right } });
    tells('{"it":{"beat":"head"}}', 'another');
    assert.equal(progress.of('it').beat, 'cut');
    tells(undefined, null);
    assert.ok(progress.isEmpty);
  });
});
