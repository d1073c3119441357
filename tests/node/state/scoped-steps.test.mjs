// Steps that say where they stand, as those of a stack of layers do: found, walked, counted and followed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const {
  cellAt,
  findStep,
  followedByName,
  headsByScope,
  neighbour,
  placeOf,
  scopeKey,
  sentenceOf,
  separateHeads,
  siblingKey,
  siblingsByKey,
  stopsOf,
  transformerFollows,
  transformerLabels,
  untrainedPaths,
  wordLabels,
} = await importWeb(
  'trace/scopes.ts',
  'trace/stops.ts',
  'trace/followed.ts',
  'trace/operations.ts',
  'trace/transformer-labels.ts',
  'trace/word-labels.ts',
);

const nameOf = (path) => path.split('.').at(-1);
const step = (path, more = {}) => ({
  path,
  name: nameOf(path),
  scope: {},
  kind: nameOf(path),
  op: 'add',
  role: 'input',
  axes: [],
  shape: [],
  inputs: [],
  leaf: false,
  ...more,
});
/** Of an attention called `part` in a layer of a stack; the path is no more than a name for all of this. */
const inLayer = (stack, layer, part, name, more = {}) => {
  const sentence = stack === 'encoder' ? 'source' : 'target';
  const keySentence = part === 'cross_attention' ? 'source' : sentence;
  const scope = { sentence, keySentence, stack, layer, ...(part && { part }) };
  return step([stack, layer, part, name].filter((one) => one !== undefined).join('.'), {
    scope,
    ...more,
  });
};
const ofHead = (scope, path, head, more = {}) =>
  step(`${path}.heads.${head}.q`, { scope: { ...scope, head }, ...more });
const find = (steps, path, head = 0) => findStep(steps, path, head)?.path;

describe('where a step stands', () => {
  const at = (scope) => scopeKey(step('a', { scope }));

  test('is the same place for all heads, and for the norms and sums of one layer', () => {
    const place = at({ stack: 'decoder', layer: 1, part: 'self_attention' });
    assert.equal(at({ stack: 'decoder', layer: 1, part: 'self_attention', head: 2 }), place);
    assert.notEqual(at({ stack: 'decoder', layer: 0, part: 'self_attention' }), place);
    assert.notEqual(at({ stack: 'decoder', layer: 1, part: 'cross_attention' }), place);
    assert.equal(
      at({ stack: 'encoder', layer: 0, sublayer: 1 }),
      at({ stack: 'encoder', layer: 0, sublayer: 2 }),
    );
    assert.notEqual(at({ stack: 'encoder', layer: 0 }), at({ stack: 'encoder' }));
  });

  test('is another place in each tile and at each worker', () => {
    const tiles = [[0], [0, 0], [0, 1], [1], [1, 0]].map((tile) => at({ tile }));
    assert.equal(new Set(tiles).size, 5);
    assert.notEqual(at({ worker: 0 }), at({ worker: 1 }));
    assert.notEqual(at({ worker: 0 }), at({}));
  });

  test('is told by the sentence for its words alone', () => {
    assert.notEqual(
      at({ part: 'words', sentence: 'source' }),
      at({ part: 'words', sentence: 'target' }),
    );
    const masks = { stack: 'decoder', sentence: 'target' };
    assert.equal(at({ ...masks, keySentence: 'source' }), at({ ...masks, keySentence: 'target' }));
  });
});

describe('the same step in another head', () => {
  const [self, cross] = ['self_attention', 'cross_attention'].map((part) => ({ part }));
  const steps = [
    step('w_q', { scope: self }),
    ...[0, 1, 2].flatMap((head) => [ofHead(self, 'a', head), ofHead(cross, 'b', head)]),
  ];

  test('is found by what is the same in all heads', () => {
    const siblings = siblingsByKey(steps);
    assert.equal(siblings.size, 2);
    assert.deepEqual(
      siblings.get(siblingKey(steps[3])).map(({ path }) => path),
      ['a.heads.0.q', 'a.heads.1.q', 'a.heads.2.q'],
    );
    assert.equal(siblings.get(siblingKey(steps[0])), undefined);
    assert.equal(separateHeads(steps), 3);
    assert.equal(separateHeads(steps.slice(0, 1)), 0);
  });

  test('does not stand in one group with it', () => {
    const triple = (head) =>
      ['query', 'key', 'value'].map((role) => ofHead(self, role, head, { role, op: 'linear' }));
    const stops = [0, 1].map((head) => stopsOf([...triple(0), ...triple(1)], head));
    assert.deepEqual(
      stops.map(([stop, ...more]) => [stop.length, stop[0].scope.head, more.length]),
      [
        [3, 0, 0],
        [3, 1, 0],
      ],
    );
  });
});

describe('the words that an axis runs over', () => {
  const axes = ['batch', 'head', 'query', 'key'];
  const weights = (stack, part) =>
    inLayer(stack, 0, part, 'weights', { axes, shape: [1, 2, 4, 3] });
  const cross = weights('decoder', 'cross_attention');
  const words = step('memory.x', {
    axes: ['batch', 'memory_token', 'd_model'],
    shape: [1, 3, 8],
    scope: { part: 'words', sentence: 'source' },
  });
  const table = step('position_table', { axes: ['token', 'd_model'], shape: [512, 8] });
  const each = (one, read) => one.shape.map((_, axis) => read(one, axis));

  test('are those of its sentence, and the keys those of the other where there is one', () => {
    assert.deepEqual(each(cross, sentenceOf), [undefined, undefined, 'target', 'source']);
    assert.deepEqual(each(weights('encoder', 'self_attention'), sentenceOf).slice(2), [
      'source',
      'source',
    ]);
    assert.deepEqual(each(words, sentenceOf), [undefined, 'source', undefined]);
    assert.deepEqual(each(table, sentenceOf), ['target', undefined]);
  });

  test('are followed apart, and within one sentence as asking and as asked', () => {
    assert.deepEqual(each(cross, transformerFollows).slice(2), ['target', 'source']);
    const own = weights('decoder', 'self_attention');
    assert.deepEqual(each(own, transformerFollows).slice(2), ['target', 'target_key']);
    assert.deepEqual(each(words, transformerFollows), [undefined, 'source', undefined]);
  });

  test('name the places along it', () => {
    const [target, source] = [
      ['a', 'b', 'c', 'd'],
      ['x', 'y', 'z'],
    ];
    const ofModel = transformerLabels({ source: [source], target: [target] }, []);
    const ofLayer = wordLabels({ sentences: [target], memory: [source] }, []);
    for (const labels of [ofModel, ofLayer]) {
      assert.deepEqual(
        each(cross, (one, axis) => labels(one, axis, 0)),
        [undefined, undefined, target, source],
      );
      assert.deepEqual(labels(words, 1, 0), source);
    }
    assert.equal(ofModel(table, 0, 0), undefined);
  });
});

describe('the step that a path means', () => {
  const layers = [
    inLayer('encoder', 0, 'self_attention', 'q'),
    inLayer('encoder', 0, 'self_attention', 'scores'),
    inLayer('decoder', 0, 'self_attention', 'scores'),
    inLayer('decoder', 0, 'cross_attention', 'scores'),
    inLayer('decoder', 0, undefined, 'norm_1'),
    inLayer('decoder', 1, 'cross_attention', 'scores'),
  ];

  test('is that of the same place', () => {
    for (const { path } of layers) assert.equal(find(layers, path), path);
  });

  test('is in the nearest layer where its own is gone', () => {
    const few = layers.slice(0, 5);
    assert.equal(find(few, 'decoder.1.cross_attention.scores'), 'decoder.0.cross_attention.scores');
    assert.equal(find(few, 'decoder.3.norm_1'), 'decoder.0.norm_1');
    assert.equal(find(few, 'decoder.0.feed_forward.hidden'), undefined);
  });

  test('is the bare one where layers were left, and in the first layer where they came', () => {
    const bare = [
      step('scores', { scope: { part: 'cross_attention' } }),
      step('memory.scores', { scope: { part: 'words' } }),
    ];
    assert.equal(find(bare, 'encoder.0.self_attention.scores'), 'scores');
    assert.equal(find(layers, 'scores'), 'encoder.0.self_attention.scores');
    const two = [0, 1].map((layer) => inLayer('encoder', layer, 'self_attention', 'scores'));
    assert.equal(find(two, 'heads.1.scores'), two[0].path);
  });

  test('is that of the shown head where heads have steps of their own', () => {
    const [a, b] = ['self_attention', 'cross_attention'].map((part) => ({ part }));
    const heads = [0, 1, 2].flatMap((head) => [ofHead(a, 'a', head), ofHead(b, 'b', head)]);
    assert.equal(find(heads, 'b.q', 2), 'b.heads.2.q');
    assert.equal(find(heads, 'b.q_view', 1), 'b.heads.1.q');
    assert.equal(find(heads, 'b.q', 7), 'b.heads.0.q');
    const joined = [step('a.q', { scope: a }), step('b.q', { scope: b })];
    assert.equal(find(joined, 'b.heads.2.q', 2), 'b.q');
    const whole = [step('q', { scope: a }), ...[0, 1].map((head) => ofHead(a, 'a', head))];
    assert.equal(find(whole, 'encoder.0.self_attention.q', 1), 'q');
  });
});

describe('many steps of one kind', () => {
  const query = ['batch', 'query', 'heads_d_k'];
  const wide = { scope: { part: 'self_attention' } };
  const narrow = { scope: { part: 'cross_attention' } };
  const head = (number) => ({ scope: { ...narrow.scope, head: number } });
  const steps = [
    step('wide.w_q', { ...wide, op: 'random', leaf: true }),
    step('wide.q', { ...wide, axes: query, shape: [1, 3, 8], inputs: ['wide.w_q'] }),
    step('wide.q_view', {
      ...wide,
      axes: ['batch', 'query', 'head', 'd_k'],
      shape: [1, 3, 4, 2],
    }),
    step('narrow.heads.0.scores', head(0)),
    step('narrow.heads.1.scores', { ...head(1), inputs: ['wide.q'] }),
    step('narrow.concat', { ...narrow, axes: query, shape: [1, 3, 8] }),
    step('mask', { role: 'mask', axes: ['batch', 'head', 'query', 'key'], shape: [1, 1, 3, 3] }),
  ];
  const heads = headsByScope(steps);
  const places = { follows: followedByName, headsAround: (one) => heads.get(scopeKey(one)) };

  test('know the heads of their own scope', () => {
    assert.deepEqual(
      [...heads],
      [
        [scopeKey(steps[0]), 4],
        [scopeKey(steps[3]), 2],
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
      stops.map(([{ path }]) => path),
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
