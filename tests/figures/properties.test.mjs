// What must hold in every figure, whatever its shapes, options and choices: seeded, so that every run meets the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../node/support/seeded.mjs';
import { drawFigure, engine, storeWith, web } from './support/draw.mjs';
import { modelStore } from './support/models.mjs';
import {
  cellsProblems,
  cornerProblems,
  cutProblems,
  gridProblems,
  isChosenProduct,
  labelProblems,
} from './support/checks.mjs';

assert.ok(engine);
const SEED = Number(process.env.SEED ?? 1);
const STORES = 40;
const FIGURES = 14;

const words = {
  en: ['a', 'I', 'it', 'cat', 'sat', 'mats', 'thirsty', 'internationalisation', '.', 'WWWW', '7'],
  zh: ['我', '爱', '编程', '小猫', '垫子', '。', 'Python', '国际化组织'],
};

function sentence(random, lang, most) {
  const pick = () => words[lang][random.whole(0, words[lang].length - 1)];
  return Array.from({ length: random.whole(1, most) }, pick);
}

/** Settings that the engine accepts. */
function anyPatch(random) {
  const pick = (...list) => list[random.whole(0, list.length - 1)];
  const lang = pick('en', 'zh');
  const isTransformer = random.unit() < 0.2;
  const heads = pick(1, 2, 4);
  const tokens = sentence(random, lang, pick(4, 10, isTransformer ? 12 : 31));
  const memory = sentence(random, lang, 8);
  const patch = {
    lang,
    heads,
    dModel: heads * pick(1, 2, 3, 8, 16),
    sentences: [tokens.join(' ')],
    tokens: [tokens],
    seed: random.whole(1, 99),
    decimals: random.whole(0, 4),
    gradients: random.unit() < 0.4,
  };
  if (isTransformer) {
    const model = pick('encoder-only', 'decoder-only', 'encoder-decoder');
    return { ...patch, model, memory: [memory.join(' ')], memoryTokens: [memory], layers: 1 };
  }
  const batches = pick(1, 1, 2);
  const second = sentence(random, lang, 6);
  if (batches === 2) {
    patch.sentences.push(second.join(' '));
    patch.tokens.push(second);
  }
  const headMatrices = pick('combined', 'combined', 'separate');
  return {
    ...patch,
    headMatrices,
    mask: pick('none', 'causal', 'padding', 'both', 'custom', 'causal padding custom'),
    causalOffset: pick(0, 0, -2, 1, 64),
    bias: random.coin(),
    dK: pick(null, null, 1, 5),
    dV: pick(null, null, 2, 7),
    outputProjection: random.unit() < 0.8,
    outputWidth: pick(null, 3, 40),
    softcap: pick(null, null, 2),
    training: random.coin(),
    dropoutMask: random.coin(),
  };
}

/** Options of a model that the playground does not have: every kind of sublayer, of positions and of output. */
function anyModel(random) {
  const pick = (...list) => list[random.whole(0, list.length - 1)];
  const lang = pick('en', 'zh');
  const heads = pick(1, 2, 3);
  const width = heads * pick(2, 8, 16);
  const architecture = pick('encoder-only', 'decoder-only', 'encoder-decoder');
  const words = sentence(random, lang, 16);
  const source = architecture === 'decoder-only' ? undefined : [sentence(random, 'en', 10)];
  const target = architecture === 'encoder-only' ? undefined : [words];
  const vocabulary = [...new Set([...words, ...(source?.[0] ?? []), '<eos>'])];
  const layer = { attentionWidth: heads * pick(2, 4), dimFeedforward: pick(0, 8) };
  const options = {
    architecture,
    ...(source && { source }),
    ...(target && { target }),
    vocabulary,
    labels: target ?? source,
    dModel: width,
    nhead: heads,
    numEncoderLayers: 2,
    numDecoderLayers: 1,
    dimFeedforward: pick(0, 12),
    layers: random.coin() ? [{ ...layer, residual: random.coin() }] : [],
    normFirst: random.coin(),
    positions: pick('rotary', 'rotary', 'learned', 'none'),
    tieWeights: random.coin(),
    rawValues: architecture === 'encoder-decoder' && random.coin(),
    seed: random.whole(1, 99),
  };
  if (architecture === 'encoder-only' && random.coin()) {
    return { lang, options: { ...options, pointer: true, labels: [source[0].map(() => 0)] } };
  }
  return { lang, options };
}

function anyStore(random) {
  if (random.unit() > 0.25) return storeWith(anyPatch(random));
  return modelStore({ ...anyModel(random), step: '', backward: random.coin() });
}

function anyOptions(random) {
  const moment = random.unit() < 0.7 ? 1 : random.unit();
  const pick = (...list) => list[random.whole(0, list.length - 1)];
  return {
    size: [random.whole(280, 1400), random.whole(260, 900)],
    more: {
      moment,
      root: random.coin(),
      detail: pick('auto', 'auto', 'digits', 'fit'),
      apart: random.coin(),
      scroll: Object.fromEntries(
        ['columns', 'columns 0', 'columns 1', 'columns 2'].map((name) => [
          name,
          random.coin() ? 0 : random.unit() * 900,
        ]),
      ),
    },
  };
}

function keepAny(random, store, step) {
  const place = random.unit();
  if (place < 0.2) return store.keep(undefined);
  const other = step.inputs.length > 0 && place > 0.8 ? store.step(step.inputs[0]) : step;
  store.keep({ path: other.path, index: other.shape.map((size) => random.whole(0, size - 1)) });
}

/** [{ store, path, figure, moment, name }] of one random store. */
function* figuresOf(seed) {
  const random = seeded(seed);
  const store = anyStore(random);
  try {
    for (let i = 0; i < FIGURES; i += 1) {
      const step = store.steps[random.whole(0, store.steps.length - 1)];
      const { size, more } = anyOptions(random);
      store.goTo(step.path);
      const { heads } = store.count(store.state);
      if (heads > 1) store.updateView({ head: random.whole(0, heads - 1) });
      keepAny(random, store, step);
      const figure = drawFigure(store, step.path, size, more);
      const name = `seed ${seed}: ${step.path} [${step.shape}] at ${size.join(' × ')}, ${more.detail}`;
      yield { store, path: step.path, figure, moment: more.moment, name };
    }
  } finally {
    store.dispose();
  }
}

const checks = {
  'no two labels overlap': labelProblems,
  'no label and no title is cut': cutProblems,
  'grids lie inside the figure, and every row of a result is seen': gridProblems,
  'cells never leave the figure, and every number and every digit is that of the trace':
    cellsProblems,
  'the chosen row and column meet in the chosen cell': cornerProblems,
};

test(`figures of ${STORES * FIGURES} random steps hold`, async (context) => {
  const found = Object.fromEntries(Object.keys(checks).map((name) => [name, []]));
  const kinds = new Set();
  const there = new Set();
  let products = 0;
  for (let i = 0; i < STORES; i += 1) {
    for (const one of figuresOf(SEED * 1000 + i)) {
      kinds.add(one.store.step(one.path).op);
      for (const { op } of one.store.steps) there.add(op);
      if (isChosenProduct(one)) products += 1;
      for (const [name, problemsOf] of Object.entries(checks)) {
        found[name].push(...problemsOf(one).map((problem) => `${one.name}: ${problem}`));
      }
    }
  }
  for (const [name, problems] of Object.entries(found)) {
    await context.test(name, () => assert.deepEqual(problems.slice(0, 20), []));
  }
  await context.test('every kind of figure was met, and products with a chosen cell', () => {
    assert.ok(products >= 20, String(products));
    // Operations of an update are in no step of these models.
    const figuresOf = (ops) => new Set([...ops].map((op) => web.kinds[op] ?? 'plain'));
    assert.deepEqual(
      [...figuresOf(there)].filter((kind) => !figuresOf(kinds).has(kind)),
      [],
    );
  });
});

test('no operation has two figures', () => {
  const kinds = new Set(Object.values(web.kinds));
  const ops = [...kinds].flatMap((kind) => kind.ops);
  assert.deepEqual(ops, [...new Set(ops)]);
  for (const kind of kinds) for (const op of kind.ops) assert.equal(web.kinds[op], kind, op);
});
