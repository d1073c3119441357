// The state in the address: the whole of it goes there and back, and nothing that anybody writes there breaks it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';

const {
  writeHash,
  readHash,
  writeEdits,
  readEdits,
  repair,
  DEFAULTS,
  UNSAID,
  LIMITS,
  PRESETS,
  firstVisit,
  plainVisit,
  firstPair,
  addressOf,
  readHashEntries,
  repairedHash,
  OPENINGS,
  SETTINGS,
  SHIPPED,
} = await importWeb(
  'playground/address.ts',
  'playground/settings/edit-list.ts',
  'playground/settings/limits.ts',
  'playground/repair.ts',
  'playground/state.ts',
  'playground/examples/presets.ts',
  'playground/first-visit.ts',
  'panels/training/keep/model-pages.ts',
  'kit/input/hash.ts',
  'learned/names.ts',
  'learned/openings.ts',
  'playground/settings/table.ts',
);

const restore = (hash) => {
  const { patch, changed } = repair(readHash(hash));
  return { state: { ...DEFAULTS, ...patch }, changed };
};

const unusual = {
  ...DEFAULTS,
  sentences: ['我 爱 编程', 'a=b&c#d%20+*'],
  memory: ['Bonjour', 'tout le monde'],
  tokens: [null, ['a=b', '&', '*']],
  memoryTokens: [['Bon', 'jour'], null],
  tokenizer: 'character',
  model: 'encoder-decoder',
  kind: 'cross',
  mask: 'causal padding custom',
  causalOffset: -2,
  projections: 'identity',
  headMatrices: 'separate',
  bias: true,
  positions: 'learned',
  heads: 2,
  dModel: 6,
  seed: 4294967295,
  scale: -0.5,
  temperature: 2.5,
  dropoutP: 0.25,
  training: true,
  dropoutMask: true,
  layers: 6,
  normOrder: 'pre',
  feedForward: 96,
  attentionWidth: 12,
  softcap: 30,
  dK: 3,
  dV: 5,
  outputProjection: false,
  outputWidth: 7,
  residual: false,
  scaleScores: false,
  scaleEmbedding: true,
  initialization: 'normal',
  sourceTable: true,
  rawValues: true,
  pointer: true,
  predicts: true,
  labelSmoothing: 0.25,
  activation: 'gelu_tanh',
  tied: true,
  fault: 'no_scale',
  faultAt: 'decoder.0',
  x: [[1, -2.5, 0.1, 0, 0, 1e-7]],
  memoryX: [[1, 2, 3, 4, 5, 6]],
  given: [
    { path: 'decoder.0.norm_1_bias', shape: [3], values: [1, -0.1, 1e-7].map(Math.fround) },
    { path: 'custom_mask', shape: [1, 2], values: [0, -Infinity] },
  ],
  edits: [
    { path: 'w_q', index: [0, 3], value: 0.5 },
    { path: 'w_q', index: [1, 3], value: Math.fround(0.1) },
    { path: 'custom_mask', index: [0, 1], value: -Infinity },
  ],
  gradients: true,
  downhill: [
    { of: '', rate: 0.1, edits: [] },
    {
      of: 'encoder.0.self_attention.w_q',
      rate: 1e-3,
      edits: [
        { path: 'w_q', index: [0, 3], value: 0.5 },
        { path: 'custom_mask', index: [0, 1], value: -Infinity },
      ],
    },
  ],
  step: 'heads.1.scores',
  cell: [1, 0, 2],
  cellStep: 'heads.1.q',
  batch: 1,
  head: 1,
  weightsView: 'heads',
  columnSums: true,
  mode: 'figure',
  hiddenHeads: [0, 3],
  focusToken: { side: 'key', index: 2 },
  decimals: 4,
  lang: 'zh',
};

describe('an address', () => {
  test('of a first visit holds the version alone', () => {
    assert.equal(writeHash(UNSAID), 'v=1');
    assert.deepEqual(restore('v=1').state, UNSAID);
  });

  test('holds every choice, and gives it back', () => {
    for (const key of Object.keys(DEFAULTS)) {
      // A trained model has settings of its own.
      if (key === 'parameters') continue;
      assert.notDeepEqual(unusual[key], DEFAULTS[key], `${key} is not tried`);
    }
    assert.deepEqual(restore(writeHash(unusual)), { state: unusual, changed: [] });
  });

  test('of a trained model holds neither its settings nor the sentences that it opens on', () => {
    for (const lang of ['en', 'zh']) {
      const first = firstVisit(lang);
      const fixed = { heads: 1, dModel: 32, layers: 2, positions: 'rotary' };
      const learned = { ...first, ...fixed, mode: 'workbench' };
      const hash = writeHash(learned, { lang: false });
      assert.equal(hash, 'v=1&parameters=referent-emergent');
      for (const other of ['en', 'zh']) {
        const { patch } = repair(readHash(hash, other));
        const { sentences, step, cell } = firstVisit(other);
        assert.deepEqual(
          [patch.parameters, patch.sentences, patch.step, patch.cell],
          ['referent-emergent', sentences, step, cell],
        );
      }
    }
    const own = { ...firstVisit('en'), sentences: ['the cat'] };
    assert.deepEqual(repair(readHash(writeHash(own))).patch.sentences, ['the cat']);
  });

  test('of a trained model on another sentence opens on the step that its claim is about', () => {
    for (const parameters of SHIPPED) {
      const asked = { v: '1', parameters, [SETTINGS.sentences.address]: 'the cat' };
      const { patch } = repair(readHash(new URLSearchParams(asked).toString()));
      assert.deepEqual(patch.sentences, ['the cat']);
      assert.equal(patch.step, OPENINGS.en[parameters].step, parameters);
      const state = { ...DEFAULTS, ...patch, step: 'ids' };
      assert.equal(restore(writeHash(state)).state.step, 'ids');
    }
  });

  test('writes a box of equal edits as one, and reads it again', () => {
    const cell = (...index) => ({ path: 'context', index, value: 0 });
    const box = [];
    for (const batch of [0, 1])
      for (const row of [2, 3, 4]) for (const at of [0, 1]) box.push(cell(batch, 1, row, at));
    assert.equal(writeEdits(box), 'context*0-1.1.2-4.0-1*0');
    const all = [{ path: 'w_q', index: [0, 0], value: 2 }, ...box, cell(0, 0, 0, 0)];
    assert.deepEqual(readEdits(writeEdits(all), 100), all);
    const holed = box.filter((_, i) => i !== 4);
    assert.deepEqual(readEdits(writeEdits(holed), 100), holed);
    assert.equal(readEdits('w_q*0-999999.0-999999*1', 50).length, 51);
    for (const wrong of ['w_q*3-1*1', 'w_q*0-*1', 'w_q*-1*1', 'w_q*a-b*1', 'w_q*1-2-3*1'])
      assert.equal(repair({ edits: readEdits(wrong, 50) }).patch.edits.length, 0, wrong);
  });

  test('without a mode is one of before there were modes: it opens the workbench', () => {
    assert.equal(restore('v=1&heads=2').state.mode, 'workbench');
    for (const mode of SETTINGS.mode.type.words) {
      const hash = writeHash({ ...DEFAULTS, mode });
      assert.equal(hash, mode === 'workbench' ? 'v=1' : `v=1&mode=${mode}`);
      assert.equal(restore(hash).state.mode, mode);
    }
    assert.deepEqual(restore('v=1&mode=film').changed, ['mode']);
  });

  test('holds every preset', () => {
    for (const { name, patch } of PRESETS) {
      const state = { ...DEFAULTS, ...patch };
      assert.deepEqual(restore(writeHash(state)), { state, changed: [] }, name);
    }
  });

  test('of a first visit shows the sentences of the language that it is opened in', () => {
    for (const lang of ['en', 'zh']) {
      const first = { ...plainVisit(lang), mode: 'workbench' };
      assert.equal(writeHash(first, { lang: false }), 'v=1');
      const { patch } = repair(readHash('v=1', lang));
      assert.deepEqual({ ...DEFAULTS, lang, ...patch }, first);
      const pair = { ...first, ...firstPair(lang) };
      for (const other of ['en', 'zh']) {
        const read = repair(readHash(writeHash(pair, { lang: false }), other)).patch;
        assert.deepEqual({ ...DEFAULTS, ...read, lang }, pair);
      }
      // With the language in it, it is opened in that language.
      const whole = repair(readHash(writeHash(first), lang === 'en' ? 'zh' : 'en')).patch;
      if (lang === 'zh') assert.deepEqual({ ...DEFAULTS, ...whole }, first);
    }
  });

  test('holds the first sentences once something was made of them', () => {
    const edits = [{ path: 'w_q', index: [0, 0], value: 1 }];
    for (const lang of ['en', 'zh']) {
      const state = { ...plainVisit(lang), edits };
      const { patch } = repair(readHash(writeHash(state, { lang: false }), 'en'));
      assert.deepEqual(patch.sentences, state.sentences);
      assert.deepEqual(patch.cell ?? DEFAULTS.cell, state.cell);
    }
  });

  test('leaves the language out where the page has one', () => {
    assert.doesNotMatch(writeHash(unusual, { lang: false }), /lang/);
  });

  test('of another version, or of somebody else, is not read', () => {
    assert.equal(readHash('#v=2&s=hello'), 'version');
    for (const hash of ['', '#', '#some-heading', '#heads=2', '#%E0%A4%A']) {
      assert.equal(readHash(hash), undefined);
    }
  });

  test('names a path once for a run of edits', () => {
    assert.equal(writeEdits(unusual.edits), 'w_q*0.3*0.5**1.3*0.1*custom_mask*0.1*-inf');
    assert.deepEqual(readEdits(writeEdits(unusual.edits), LIMITS.edits).length, 3);
  });

  test('holds no edits where there are too many', () => {
    const edits = Array.from({ length: LIMITS.edits + 1 }, (_, i) => ({
      path: 'w_q',
      index: [i, 0],
      value: 1,
    }));
    assert.doesNotMatch(writeHash({ ...DEFAULTS, edits }), /edits/);
  });
});

describe('an edited address', () => {
  const changes = (hash) => restore(`v=1&${hash}`).changed;
  const value = (hash, key) => restore(`v=1&${hash}`).state[key];

  test('numbers out of bounds become the bound, and that is said', () => {
    const cases = [
      ['heads=99&d=256', 'heads', LIMITS.heads],
      ['d=100000', 'dModel', LIMITS.dModel],
      ['d=0&heads=1', 'dModel', 1],
      ['seed=-3', 'seed', 0],
      ['seed=1e20', 'seed', LIMITS.seed],
      ['seed=1.5', 'seed', 2],
      ['p=1', 'dropoutP', 0.99],
      ['temperature=0', 'temperature', 0.01],
      ['scale=-inf', 'scale', -1000],
      ['decimals=99', 'decimals', LIMITS.decimals],
      ['layers=7', 'layers', LIMITS.layers],
      ['layers=0.2', 'layers', 1],
      ['ff=1e9', 'feedForward', LIMITS.feedForward],
      ['offset=-65', 'causalOffset', -LIMITS.causalOffset],
      ['offset=1.6', 'causalOffset', 2],
    ];
    for (const [hash, key, expected] of cases) {
      assert.equal(value(hash, key), expected, hash);
      assert.deepEqual(changes(hash), [key], hash);
    }
  });

  test('a width that makes one pass too long becomes one that does not', () => {
    const sentence = `s=${'word+'.repeat(LIMITS.tokens)}`;
    const many = `${Array(LIMITS.sentences).fill(sentence).join('&')}&d=512&heads=8`;
    assert.deepEqual(changes(many), ['dModel']);
    const width = value(many, 'dModel');
    assert.ok(width >= 256 && width < 512 && width % 8 === 0, width);
    assert.deepEqual(changes(`${sentence}&d=512&heads=8`), []);
  });

  test('what is no number stays as on a first visit', () => {
    for (const [hash, key] of [
      ['heads=abc', 'heads'],
      ['d=NaN', 'dModel'],
      ['seed=', 'seed'],
      ['temperature=%00', 'temperature'],
    ]) {
      assert.equal(value(hash, key), DEFAULTS[key], hash);
      assert.deepEqual(changes(hash), [key], hash);
    }
  });

  test('widths that all heads together make too large become the largest that are not', () => {
    assert.equal(value('heads=8&dk=100', 'dK'), 64);
    assert.deepEqual(changes('heads=8&dk=100&dv=65'), ['dK', 'dV']);
    assert.deepEqual(changes('heads=8&dk=64&out=512'), []);
    const sentence = `s=${'word+'.repeat(LIMITS.tokens)}`;
    const many = Array(LIMITS.sentences).fill(sentence).join('&');
    assert.deepEqual(changes(`${many}&out=512&heads=8&dk=64`), ['dK', 'outputWidth']);
    assert.deepEqual(changes(`${many}&out=512&wo=false`), []);
    assert.deepEqual(changes(`heads=8&dk=100&projections=none`), []);
  });

  test('rotary positions of heads that have no pairs become those of a first visit', () => {
    assert.equal(value('positions=rotary&d=6&heads=2', 'positions'), DEFAULTS.positions);
    assert.deepEqual(changes('positions=rotary&dk=3'), ['positions']);
    assert.deepEqual(changes('positions=rotary&dk=3&kind=cross'), []);
    assert.deepEqual(changes('positions=rotary&d=6&heads=2&dk=4'), []);
  });

  test('heads that do not divide the width become the next smaller that do', () => {
    assert.equal(value('heads=5', 'heads'), 4);
    assert.equal(value('heads=16&d=7', 'heads'), 7);
    assert.deepEqual(changes('heads=5'), ['heads']);
    assert.deepEqual(changes('heads=5&projections=none'), []);
    assert.deepEqual(changes('heads=5&dk=3'), []);
    assert.deepEqual(changes('model=decoder-only&heads=5&width=15'), []);
    assert.equal(value('model=decoder-only&heads=5&width=12', 'heads'), 4);
  });

  test('unknown words are left out', () => {
    const names = 'kind mask projections matrices positions by view model norm activation';
    for (const name of names.split(' ')) {
      assert.equal(changes(`${name}=__proto__`).length, 1, name);
    }
    assert.deepEqual(changes('train=maybe'), ['training']);
  });

  test('texts are cut to what the page takes', () => {
    assert.deepEqual(changes('s=&s=%20'), ['sentences']);
    assert.deepEqual(value('s=&s=%20', 'sentences'), DEFAULTS.sentences);
    const many = Array.from({ length: LIMITS.sentences + 1 }, () => 's=a').join('&');
    assert.equal(value(many, 'sentences').length, LIMITS.sentences);
    assert.deepEqual(changes(many), ['sentences']);
    const long = value(`s=${'word+'.repeat(2000)}`, 'sentences')[0];
    assert.equal(long.trim().split(' ').length, LIMITS.tokens);
    assert.equal(value('s=%ED%A0%80', 'sentences')[0].isWellFormed?.() ?? true, true);
  });

  test('garbage in lists, matrices, cells and edits is left out', () => {
    for (const hash of [
      'tokens={',
      'tokens=[[1]]',
      'x=[[1,2],[3]]',
      'x=[[1e999]]&heads=1&d=1',
      'x=7',
      'cell=9.x.1',
      'cell=1.1.1.1.1.1.1.1',
      'cell=-1',
      'hidden=99',
      'focus=value.1',
      'focus=key',
      'edits=*',
      'edits=w_q*0.0*abc',
      'edits=w_q*-1.0*1',
      'edits=w_q*0.0*inf',
      'step=<script>',
      'batch=-1',
      'head=1e9',
    ]) {
      assert.equal(changes(hash).length, 1, hash);
    }
  });
});

describe('a site that looks for its address in a selector', () => {
  /** What VitePress writes between quotes. */
  const quoted = (hash) => decodeURIComponent(`#${hash}`);
  const breaks = /["\\\n\r\f]/;
  const { whole } = seeded(5);
  const letters = [...'ab %+&=#"\'\\我~', '\n', '%22', '%2522', '\ud800', '\u{1F600}'];
  const text = () =>
    Array.from({ length: whole(1, 8) }, () => letters[whole(0, letters.length - 1)]).join('');

  test('finds no quote, backslash or line break in it, and the state is read as it was', () => {
    for (let i = 0; i < 500; i += 1) {
      const words = Array.from({ length: whole(1, 4) }, () => `x${text()}`.trim().toWellFormed());
      const sentence = `x${text()}`.toWellFormed();
      const state = { ...DEFAULTS, sentences: [sentence], tokens: [words] };
      const hash = writeHash(state);
      assert.doesNotMatch(quoted(hash), breaks, hash);
      const raw = readHash(hash);
      assert.deepEqual(raw.sentences, [sentence]);
      assert.deepEqual(raw.tokens, [words]);
    }
  });

  test('opens links from before, and mends them', () => {
    const old = 'v=1&s=a+%22b%22+100%25&tokens=%5B%5B%22h%22%2C%22m%2522%22%5D%5D';
    const read = readHash(old);
    assert.deepEqual(read.sentences, ['a "b" 100%']);
    assert.deepEqual(read.tokens, [['h', 'm%22']]);
    const mended = repairedHash(`#${old}`);
    assert.doesNotMatch(quoted(mended), breaks);
    assert.deepEqual(readHash(mended), read);
    assert.equal(repairedHash(`#${mended}`), undefined);
    assert.equal(repairedHash('#a-heading'), undefined);
    assert.equal(repairedHash('#v=1&s=a'), undefined);
    assert.doesNotMatch(quoted(repairedHash('#v=1&s=%E0%A4')), breaks);
  });

  test('is led to no other page with one', () => {
    for (const architecture of ['encoder-only', 'decoder-only', 'encoder-decoder']) {
      const heldOut = [{ source: ['say', '"a"'], target: ['<sos>', '"a"', '\\'] }];
      const run = { task: { model: { architecture }, heldOut } };
      for (const page of ['playground', 'transformer', 'generation']) {
        const [, hash] = addressOf('https://site/', page, run).split('#');
        assert.doesNotMatch(quoted(hash), breaks);
        const values = [...readHashEntries(hash).values()].join();
        assert.match(values, /"a"/);
      }
    }
  });
});
