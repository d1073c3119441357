// Steps whose paths have scopes, as those of a stack of layers have: found, walked, counted and followed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from './bundled.mjs';

const {
  cellAt,
  findStep,
  followedByName,
  headOfPath,
  headsByScope,
  nameOf,
  neighbour,
  placeOf,
  scopeOf,
  stopsOf,
  untrainedPaths,
  withHead,
} = await importWeb(
  'elements/step-paths.ts',
  'elements/stops.ts',
  'elements/places.ts',
  'elements/operations.ts',
);

const step = (path, more = {}) => ({
  path,
  kind: nameOf(path),
  op: 'add',
  role: 'input',
  axes: [],
  shape: [],
  inputs: [],
  leaf: false,
  ...more,
});
const find = (paths, path, head = 0) =>
  findStep(
    paths.map((one) => step(one)),
    path,
    head,
  )?.path;

describe('a path', () => {
  test('has a name, a scope and perhaps a head', () => {
    const path = 'decoder.0.self_attention.heads.2.scores';
    assert.deepEqual(
      [nameOf(path), scopeOf(path), headOfPath(path)],
      ['scores', 'decoder.0.self_attention', 2],
    );
    assert.deepEqual([nameOf('q'), scopeOf('q'), headOfPath('q')], ['q', '', undefined]);
    assert.equal(scopeOf('heads.1.q'), '');
    assert.equal(headOfPath('tiles.heads_2.1.q'), undefined);
    assert.equal(withHead(path, 0), 'decoder.0.self_attention.heads.0.scores');
    assert.equal(withHead('heads.1.q', 3), 'heads.3.q');
    assert.equal(withHead('encoder.0.q', 3), 'encoder.0.q');
  });
});

describe('the step that a path means', () => {
  const layers = [
    'encoder.0.self_attention.q',
    'encoder.0.self_attention.scores',
    'decoder.0.self_attention.scores',
    'decoder.0.cross_attention.scores',
    'decoder.0.norm_1',
    'decoder.1.cross_attention.scores',
  ];

  test('is that of the same scope', () => {
    for (const path of layers) assert.equal(find(layers, path), path);
  });

  test('is in the nearest layer where its own is gone', () => {
    const few = layers.slice(0, 5);
    assert.equal(find(few, 'decoder.1.cross_attention.scores'), 'decoder.0.cross_attention.scores');
    assert.equal(find(few, 'decoder.3.norm_1'), 'decoder.0.norm_1');
    assert.equal(find(few, 'decoder.0.feed_forward.hidden'), undefined);
  });

  test('is the bare one where layers were left, and in a layer where they came', () => {
    assert.equal(find(['scores', 'memory.scores'], 'encoder.0.self_attention.scores'), 'scores');
    assert.equal(find(layers, 'scores')?.endsWith('.scores'), true);
  });

  test('is that of the shown head where heads have steps of their own', () => {
    const heads = [0, 1, 2].flatMap((head) => [`a.heads.${head}.q`, `b.heads.${head}.q`]);
    assert.equal(find(heads, 'b.q', 2), 'b.heads.2.q');
    assert.equal(find(heads, 'b.q_view', 1), 'b.heads.1.q');
    assert.equal(find(['a.q', 'b.q'], 'b.heads.2.q', 2), 'b.q');
  });
});

describe('many steps of one kind', () => {
  const query = ['batch', 'query', 'heads_d_k'];
  const steps = [
    step('wide.w_q', { op: 'random', leaf: true }),
    step('wide.q', { axes: query, shape: [1, 3, 8], inputs: ['wide.w_q'] }),
    step('wide.q_view', { axes: ['batch', 'query', 'head', 'd_k'], shape: [1, 3, 4, 2] }),
    step('narrow.heads.0.scores'),
    step('narrow.heads.1.scores', { inputs: ['wide.q'] }),
    step('narrow.concat', { axes: query, shape: [1, 3, 8] }),
    step('mask', { role: 'mask', axes: ['batch', 'head', 'query', 'key'], shape: [1, 1, 3, 3] }),
  ];
  const heads = headsByScope(steps);
  const places = { follows: followedByName, headsAround: ({ path }) => heads.get(scopeOf(path)) };

  test('know the heads of their own scope', () => {
    assert.deepEqual(
      [...heads],
      [
        ['wide', 4],
        ['narrow', 2],
      ],
    );
    const place = { batch: 0, head: 1, query: 2, key: 0, component: 1 };
    assert.deepEqual(cellAt(steps[1], place, places), [0, 2, 3]);
    assert.deepEqual(cellAt(steps[5], place, places), [0, 2, 5]);
    const kept = placeOf(steps[5], [0, 1, 6], place, places);
    assert.deepEqual([kept.query, kept.head, kept.component], [1, 1, 2]);
  });

  test('are walked for one head, parameters left out', () => {
    const stops = stopsOf(steps, 1);
    assert.deepEqual(
      stops.map(({ path }) => path),
      ['wide.q', 'wide.q_view', 'narrow.heads.1.scores', 'narrow.concat', 'mask'],
    );
    assert.equal(neighbour(steps, stops, steps[3], 1)?.path, 'narrow.heads.1.scores');
  });

  test('know what comes from random numbers', () => {
    assert.deepEqual([...untrainedPaths(steps)], ['wide.w_q', 'wide.q', 'narrow.heads.1.scores']);
  });

  test('are told apart in no time, however long the chain', () => {
    const chain = Array.from({ length: 20000 }, (_, i) =>
      step(
        `layer.${i}`,
        i === 0 ? { op: 'random' } : { inputs: [`layer.${i - 1}`, `layer.${i >> 1}`] },
      ),
    );
    assert.equal(untrainedPaths(chain).size, chain.length);
  });
});
