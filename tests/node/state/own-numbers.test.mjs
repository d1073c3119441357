// Numbers of the user's own: a matrix pasted over a leaf is the input of the engine, and the page says whose it is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';

const {
  DEFAULTS,
  LIMITS,
  PlaygroundStore,
  PRESETS,
  load,
  originText,
  parametersOf,
  readHash,
  readLearned,
  readSaved,
  saveState,
  writeHash,
} = await importWeb(
  'playground/store.ts',
  'playground/state.ts',
  'playground/settings/limits.ts',
  'playground/address.ts',
  'playground/examples/presets.ts',
  'playground/saved-state.ts',
  'learned/learned.ts',
  'trace/names.ts',
  'figures/map/model.ts',
  'engine/index.ts',
);
const example = (name) => PRESETS.find((one) => one.name === name);
const engine = await load({ wasmBinary: readFileSync(join(root, wasmFile)) });
let store;
beforeEach(() => {
  store?.dispose();
  store = new PlaygroundStore();
  store.start(engine);
});
after(() => store.dispose());

const seeds = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3];
const codes = () => store.notices.map(({ code }) => code);
const text = ({ shape, data }) => {
  const width = shape.at(-1);
  const rows = Array.from({ length: data.length / width }, (_, row) =>
    [...data.subarray(row * width, (row + 1) * width)].join('\t'),
  );
  return rows.join('\n');
};
const own = (path) => store.ownOrigin(store.step(path));
const data = (path) => [...store.tensor(path).data];
const small = { dModel: 4, heads: 2 };

/** Matrices that are pasted whole. */
function pasteRandom(path, random) {
  const { shape } = store.step(path);
  const pasted = random.tensor(...shape.filter((size, i) => i > 0 || shape.length < 3));
  store.paste(path, text(pasted));
  return [...pasted.data];
}

describe('a matrix pasted over a leaf', () => {
  const leaves = [
    ['w_q', {}],
    ['b_q', { bias: true }],
    ['embedding_table', {}],
    ['position_table', { positions: 'learned' }],
    ['w_v', { projections: 'identity' }],
    ['embedding', {}],
    ['memory.embedding', { kind: 'cross' }],
    ['custom_mask', { mask: 'custom' }],
    ['encoder.1.norm_2_weight', { model: 'encoder-only', layers: 2 }],
    ['decoder.0.cross_attention.w_k', { model: 'encoder-decoder', layers: 1 }],
    ['w_vocabulary', { model: 'decoder-only', layers: 1 }],
  ];
  for (const [path, patch] of leaves) {
    test(`${path} becomes the input, and nothing is struck through`, () => {
      store.update({ ...small, ...patch });
      const before = data(path);
      const pasted = pasteRandom(path, seeded(7));
      assert.equal(store.problem, undefined);
      assert.deepEqual(data(path), pasted);
      assert.deepEqual(store.state.edits, []);
      for (const step of store.steps) assert.equal(store.baseline(step.path), undefined, step.path);
      assert.ok(own(path), 'it says whose they are');
      assert.equal(store.step(path).op, 'given');
      store.undo();
      assert.deepEqual(data(path), before);
      assert.equal(own(path), undefined);
      store.redo();
      assert.deepEqual(data(path), pasted);
    });
  }

  test('with embeddings alone stays the step that is shown, and so does its undoing', () => {
    store.update({ ...small, positions: 'none', step: 'embedding' });
    pasteRandom('embedding', seeded(1));
    assert.equal(store.state.step, 'x');
    store.undo();
    assert.equal(store.state.step, 'embedding');
  });

  test('of one sentence of a batch leaves the other sentences', () => {
    store.update({ ...small, sentences: ['a b c', 'd e'], batch: 1 });
    const before = data('embedding');
    const rows = seeded(3).tensor(3, 4);
    store.paste('embedding', text(rows));
    assert.deepEqual(data('embedding'), [...before.slice(0, 12), ...rows.data]);
    assert.equal(own('embedding'), 'vectors');
    store.update({ sentences: ['a b', 'c d', 'e f'] });
    assert.deepEqual(codes().includes('vectorsDropped'), true, 'as many rows are not the same');
  });

  test('of one head is the share of that head in the matrix of all', () => {
    store.update({ ...small, headMatrices: 'separate' });
    const before = data('w_q');
    const part = seeded(5).tensor(4, 2);
    store.paste('heads.1.w_q', text(part));
    assert.deepEqual(data('heads.1.w_q'), [...part.data]);
    const expected = before.map((old, at) =>
      at % 4 < 2 ? old : part.data[(at >> 2) * 2 + (at % 2)],
    );
    assert.deepEqual(data('w_q'), expected);
    assert.deepEqual([own('w_q'), own('heads.1.w_q')], ['own', 'own']);
    assert.deepEqual(store.state.edits, []);
  });

  for (const [name, patch, labels, loss] of [
    ['places', { model: 'encoder-only', pointer: true, gradients: true }, [-1, -1, 0], 1],
    ['words of a decoder', { model: 'decoder-only', training: true }, [2, -1, 0], 2],
  ]) {
    test(`labels, ${name}: the loss asks for them, −1 for nothing`, () => {
      store.update({ ...small, ...patch, layers: 1, sentences: ['a b c'] });
      const before = data('labels');
      store.paste('labels', labels.join('\t'));
      assert.equal(store.problem, undefined);
      assert.deepEqual(data('labels'), labels);
      assert.deepEqual([own('labels'), store.state.edits], ['own', []]);
      const [rows, width] = store.step('log_probabilities').shape.slice(-2);
      assert.equal(rows, labels.length);
      const all = data('log_probabilities');
      const asked = labels.flatMap((label, row) => (label < 0 ? [] : [all[row * width + label]]));
      assert.equal(asked.length, loss);
      const mean = -asked.reduce((sum, one) => sum + one, 0) / asked.length;
      assert.ok(Math.abs(data('loss')[0] - mean) < 1e-5);
      const address = writeHash(store.state);
      assert.deepEqual(readHash(address).given, store.state.given);
      store.paste('labels', ['99', '99', '99'].join('\t'));
      assert.match(`${store.problem?.argument}`, /labels/, 'what is no place or word is refused');
      assert.deepEqual(data('labels'), labels, 'what was there stays');
      store.undo();
      assert.equal(store.problem, undefined);
      assert.deepEqual(data('labels'), before);
    });
  }

  test('over a computed step is an edit', () => {
    store.update(small);
    for (const path of ['scores', 'q', 'x']) {
      const pasted = seeded(2).tensor(...store.step(path).shape.slice(-2));
      store.paste(path, text(pasted));
      assert.ok(
        store.state.edits.some((edit) => edit.path === path),
        path,
      );
      assert.equal(own(path), undefined);
    }
    assert.deepEqual(store.state.given, []);
    assert.equal(store.state.x, null);
  });

  test('is refused as a cell is: a parameter takes no infinity, and no more numbers than an address', () => {
    store.update(small);
    const before = JSON.stringify(store.state);
    store.paste('w_q', Array(4).fill('1 2 3 inf').join('\n'));
    assert.equal(store.problem.code, 'not_finite');
    assert.equal(JSON.stringify(store.state), before);
    store.undo();
    assert.equal(store.problem, undefined);
    store.update({ dModel: 256, sentences: ['a'] });
    const rows = Array(256).fill(Array(256).fill('1').join(' ')).join('\n');
    store.paste('w_q', rows);
    assert.equal(store.problem.code, 'too_many_numbers');
    assert.equal(store.problem.expected, String(LIMITS.given));
    assert.deepEqual(store.state.given, []);
    store.update({ seed: 2 });
    assert.equal(store.problem, undefined, 'what was refused is in no field');
  });

  test('hides with −∞ in a custom mask, in links too', () => {
    store.update({ ...small, sentences: ['a b'], mask: 'custom' });
    store.paste('custom_mask', '0 -inf\n0 0');
    assert.equal(data('weights')[1], 0);
    assertSameElsewhere();
  });
});

describe('edits of a leaf', () => {
  test('become numbers of the user’s own on request', () => {
    store.update(small);
    store.edit('w_q', [1, 2], 5);
    store.edit('scores', [0, 0, 0, 0], 3);
    const before = { w: data('w_q'), output: data('output') };
    assert.ok(store.baseline('w_q'));
    assert.ok(store.canBeOwn(store.step('w_q')));
    assert.ok(!store.canBeOwn(store.step('scores')));
    store.makeOwn('w_q');
    assert.deepEqual(
      store.state.edits.map(({ path }) => path),
      ['scores'],
    );
    assert.equal(store.baseline('w_q'), undefined);
    assert.deepEqual({ w: data('w_q'), output: data('output') }, before);
    assert.equal(own('w_q'), 'own');
    store.undo();
    assert.equal(store.state.edits.length, 2);
    assert.deepEqual(data('w_q'), before.w);
  });

  test('of a head’s part become its share', () => {
    store.update({ ...small, headMatrices: 'separate' });
    store.edit('heads.0.w_k', [3, 1], 9);
    store.makeOwn('heads.0.w_k');
    assert.deepEqual(store.state.edits, []);
    assert.equal(data('w_k')[3 * 4 + 1], 9);
  });
});

describe('numbers of the user’s own', () => {
  test('that no longer fit are dropped, and the page says so', () => {
    const changes = [
      ['w_q', { dModel: 8 }],
      ['w_q', { projections: 'none' }],
      ['w_q', { model: 'encoder-only' }],
      ['embedding_table', { sentences: ['The dog sat on the mat.'] }],
      ['embedding', { sentences: ['One two'] }],
      ['custom_mask', { sentences: ['One two'] }],
      ['custom_mask', { mask: 'causal' }],
    ];
    for (const [path, patch] of changes) {
      store.startOver();
      store.update({ ...small, mask: path === 'custom_mask' ? 'custom' : 'none' });
      pasteRandom(path, seeded(1));
      store.update(patch);
      assert.equal(store.problem, undefined);
      const code = path === 'embedding' ? 'vectorsDropped' : 'givenDropped';
      assert.ok(codes().includes(code), `${path} ${JSON.stringify(patch)}`);
      assert.deepEqual(store.state.given, []);
      store.undo();
      assert.ok(own(path), 'undo brings them back');
    }
  });

  test('stay where they fit: with other words of a sentence, another seed, other heads', () => {
    store.update(small);
    const pasted = pasteRandom('w_q', seeded(1));
    for (const patch of [{ sentences: ['Five'] }, { seed: 4 }, { heads: 4 }, { kind: 'cross' }]) {
      store.update(patch);
      assert.deepEqual(data('w_q'), pasted);
      assert.deepEqual(codes(), []);
    }
  });

  test('are left by examples and by a new start', async () => {
    for (const leave of [() => store.show(example('tea')), () => store.startOver()]) {
      store.update(small);
      pasteRandom('w_q', seeded(1));
      pasteRandom('embedding', seeded(2));
      await leave();
      assert.deepEqual([store.state.given, store.state.x], [[], null]);
    }
  });

  test('are in the trace with a fault and in the right one, in the comparison and in programs', () => {
    store.update(small);
    const pasted = pasteRandom('w_o', seeded(1));
    const other = store.comparison.make();
    assert.ok(other.complete);
    assert.deepEqual([...other.trace.tensor('w_o').data], pasted);
    other.trace.dispose();
    const program = store.trace.program({ language: 'numpy' });
    const written = /^w_o = np\.array\(\[([^a-z]*)/m.exec(program.source)[1];
    assert.deepEqual(
      Float32Array.from(written.match(/-?\d[\d.e-]*/g), Number),
      Float32Array.from(pasted),
    );
    store.update({ fault: 'no_scale' });
    assert.equal(store.fault.name, 'no_scale');
    assert.deepEqual(store.fault.values({ path: 'w_o', index: [0, 0] }), {
      right: pasted[0],
      wrong: pasted[0],
    });
    assert.ok(!store.fault.differs('w_o'));
  });

  test('are where steps downhill begin, which lead to others', () => {
    store.update({ ...small, gradients: true });
    const pasted = pasteRandom('w_q', seeded(1));
    const gradient = data('gradient.w_q');
    store.wayBack.descend('', 0.5);
    const near = (a, b) => Math.abs(a - b) <= 1e-5 * (1 + Math.abs(b));
    assert.ok(data('w_q').every((value, i) => near(value, pasted[i] - 0.5 * gradient[i])));
    assert.equal(own('w_q'), undefined, 'no longer the user’s');
    assertSameElsewhere();
    const moved = data('w_q');
    const again = pasteRandom('w_k', seeded(2));
    assert.deepEqual(codes(), ['downhillDropped']);
    assert.deepEqual([data('w_q'), data('w_k')], [pasted, again]);
    store.undo();
    assert.deepEqual(data('w_q'), moved);
  });

  test('are named in both languages', () => {
    store.update(small);
    const said = () => originText(store, store.step('w_q'));
    const before = said();
    pasteRandom('w_q', seeded(1));
    assert.notEqual(said(), before);
    assert.equal(said(), store.t.ui.origins.own);
    store.update({ lang: 'zh' });
    assert.equal(said(), store.t.ui.origins.own);
  });
});

/** Trained models that are there, from their files. */
class Shipped {
  #models = new Map();

  of(name) {
    if (name === 'random') return undefined;
    if (!this.#models.has(name)) {
      const file = readFileSync(join(root, 'models', `${name}.safetensors`));
      this.#models.set(name, readLearned(engine, name, new Uint8Array(file)));
    }
    return this.#models.get(name);
  }

  lacks() {
    return false;
  }
}

describe('in a trained model', () => {
  test('one matrix is the user’s, the others are the model’s, until another model is chosen', () => {
    store.dispose();
    store = new PlaygroundStore(new Shipped());
    store.start(engine);
    store.update({ parameters: 'ring' });
    const { parameters } = store.learned;
    const [mine, theirs] = Object.keys(parameters).filter((path) => path.endsWith('w_q'));
    const pasted = pasteRandom(mine, seeded(1));
    assert.deepEqual(data(mine), pasted);
    assert.equal(own(mine), 'own');
    for (const [path, { data: trained }] of Object.entries(parameters)) {
      if (path !== mine) assert.deepEqual(store.tensor(path).data, trained, path);
    }
    if (theirs) assert.equal(own(theirs), undefined);
    assertSameElsewhere();
    const stops = () => store.stops.map((stop) => stop.map(({ path }) => path));
    const chips = () =>
      store.forwardBlocks.map((block) =>
        [...parametersOf(block)].map(([path, list]) => [path, list.map((one) => one.path)]),
      );
    const trained = { stops: stops(), chips: chips() };
    assert.ok(trained.chips.flat().length > 0);
    const { model, layers, heads, dModel, positions, normOrder } = store.state;
    const sizes = { model, layers, heads, dModel, positions, normOrder };
    const { feedForward, activation, tied, pointer, predicts, attentionWidth } = store.state;
    const kinds = { feedForward, activation, tied, pointer, predicts, attentionWidth };
    store.update({ parameters: 'random', ...sizes, ...kinds });
    assert.deepEqual({ stops: stops(), chips: chips() }, trained, 'drawn as random ones are');
    store.undo();
    store.update({ parameters: 'reverse' });
    assert.deepEqual(store.state.given, []);
    store.undo();
    assert.deepEqual(data(mine), pasted);
    store.update({ dModel: 8 });
    assert.ok(codes().includes('givenDropped'));
    assert.deepEqual([store.state.parameters, store.state.given], ['random', []]);
  });
});

describe('addresses and saved states', () => {
  test('of given word vectors from before are read', () => {
    store.adopt(readHash('v=1&s=I+am+good&d=3&heads=1&x=[[1,3,2],[1,1,3],[1,2,1]]'), {
      ...DEFAULTS,
    });
    assert.deepEqual(data('embedding'), [1, 3, 2, 1, 1, 3, 1, 2, 1]);
  });

  test('with what does not fit show the rest, and say so', () => {
    for (const [given, notice] of [
      ['w_q*2.2*1*2*3*4', 'givenDropped'],
      ['scores*1.2.1.1*1*2', 'givenDropped'],
      ['w_z*1*1', 'givenDropped'],
      ['w_q*4.4*1*2', 'clamped'],
      ['w_q*4.x*1*2', 'clamped'],
      ['w_q*1*-inf', 'clamped'],
      ['*', 'clamped'],
      ['', 'clamped'],
      ['<b>*1*1', 'clamped'],
    ]) {
      const fine = `b_q*4*1*2*3*4`;
      const base = 'v=1&s=one&d=4&heads=2&bias=true';
      store.adopt(readHash(`${base}&given=${fine}&given=${given}`), { ...DEFAULTS });
      assert.equal(store.problem, undefined, given);
      assert.ok(codes().includes(notice), given);
      assert.deepEqual(data('b_q'), [1, 2, 3, 4], given);
    }
  });
});

/** A state, whatever the order of its edits, which does not count. */
const ordered = (state) => ({
  ...state,
  edits: state.edits.map((one) => JSON.stringify(one)).sort(),
});

/** Another page that opens the link, or takes the saved state, has the same state and the same numbers. */
function assertSameElsewhere() {
  const { lang } = store.state;
  const hash = writeHash(store.state);
  const saved = JSON.parse(JSON.stringify(saveState(store.state)));
  for (const raw of [readHash(hash, lang), readSaved(saved)]) {
    const other = new PlaygroundStore(store.models);
    other.start(engine);
    other.adopt(raw, { ...DEFAULTS, lang });
    assert.equal(other.problem, undefined);
    assert.deepEqual(ordered(other.state), ordered(store.state));
    const last = store.steps.at(-1).path;
    assert.deepEqual(other.tensor(last).data, store.tensor(last).data);
    other.dispose();
  }
}

/** What the state says of each leaf is what the engine has run. */
function assertHonest() {
  const { given, x, memoryX, edits } = store.state;
  const steps = new Map(store.steps.map((step) => [step.path, step]));
  const edited = new Set(edits.map(({ path }) => path));
  for (const { path, shape, values } of given) {
    assert.deepEqual(steps.get(path)?.shape, shape, path);
    const learned = store.state.downhill.length > 0;
    if (!learned && !edited.has(path)) assert.deepEqual(data(path), values, path);
  }
  for (const step of store.steps) {
    const origin = store.ownOrigin(step);
    const whole = step.op === 'split' ? step.inputs[0] : step.path;
    if (origin === 'own') assert.ok(given.some(({ path }) => path === whole));
    if (origin === 'vectors') assert.ok(x || memoryX);
    const random = ['random', 'identity', 'constant'].includes(step.op);
    if (random) assert.equal(origin, undefined, step.path);
    if (edits.length === 0) assert.equal(store.baseline(step.path), undefined, step.path);
  }
}

const undoable = () => {
  const { step, cell, cellStep, batch, head, ...rest } = store.state;
  return rest;
};

for (const seed of seeds) {
  test(`after clicks by seed ${seed} the page says what the engine ran`, async () => {
    const random = seeded(seed);
    const pick = (list) => list[random.whole(0, list.length - 1)];
    const changes = [
      { dModel: 4 },
      { dModel: 8 },
      { heads: 2 },
      { heads: 1 },
      { sentences: ['a b a'], tokens: [null] },
      { sentences: ['a c'], tokens: [null] },
      { sentences: ['c a b', 'b'], tokens: [null, null] },
      { kind: 'cross', model: 'attention' },
      { kind: 'self', model: 'attention' },
      { model: 'encoder-only', layers: 1 },
      { model: 'encoder-decoder', layers: 2 },
      { mask: 'custom' },
      { mask: 'none' },
      { positions: 'none' },
      { positions: 'learned' },
      { headMatrices: 'separate' },
      { bias: true },
      { projections: 'none' },
      { projections: 'identity' },
      { seed: 3 },
      { gradients: true },
      { gradients: false },
      { fault: 'softmax_axis' },
      { fault: 'none' },
      { given: [], x: null, memoryX: null },
    ];
    const takeable = () => store.steps.filter((step) => store.canBeOwn(step));
    const acts = [
      () => store.update(pick(changes)),
      () => store.update(pick(changes)),
      () => {
        const { path, shape } = pick(takeable());
        store.paste(path, text(random.tensor(...shape.slice(-2))));
      },
      () => {
        const { path, shape } = pick(store.steps.filter(({ gradient }) => !gradient));
        store.edit(
          path,
          shape.map((size) => random.whole(0, size - 1)),
          random.unit(),
        );
      },
      () => {
        const edited = takeable().filter(({ edits }) => edits > 0);
        if (edited.length > 0) store.makeOwn(pick(edited).path);
      },
      () => store.wayBack.descend(random.coin() ? '' : 'w_q', 0.1),
      () => store.undo(),
      () => store.redo(),
      async () => {
        if (random.whole(0, 4) > 0) return;
        if (random.coin()) store.startOver();
        else store.show(example(pick(['good', 'hidden', 'tea'])));
        store.update(small);
      },
    ];
    store.update({ ...small, sentences: ['a b a'] });
    for (let turn = 0; turn < 40; turn += 1) {
      const before = undoable();
      await pick(acts)();
      assertHonest();
      if (store.problem) store.dismiss();
      if (turn % 8 === 0) assertSameElsewhere();
      if (turn % 5 !== 0 || !store.canUndo) continue;
      const now = undoable();
      store.undo();
      const last = undoable();
      store.redo();
      assert.deepEqual(undoable(), now, 'redo');
      void [before, last];
      assertHonest();
    }
  });
}
