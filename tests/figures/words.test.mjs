// Figures as words, and symbols as text.

import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { describe, test } from 'node:test';
import { drawFigure, storeWith, web } from './support/draw.mjs';
import { modelStore } from './support/models.mjs';

const size = [790, 560];

function wordsOf(patch, path, act = () => {}) {
  const store = storeWith({ step: path, ...patch });
  try {
    store.keep(undefined);
    act(store);
    const figure = drawFigure(store, path, size);
    return web.wordsOf(store, figure, store.t.figure).split('\n');
  } finally {
    store.dispose();
  }
}

const good = { projections: 'none', positions: 'none', scale: 1, heads: 1, dModel: 3 };
const given = {
  ...good,
  sentences: ['I am good'],
  tokens: [null],
  x: [
    [1, 3, 2],
    [1, 1, 3],
    [1, 2, 1],
  ],
};

describe('a figure as words', () => {
  test('has its title and shape, each row with labels and numbers, its sum, operands and source', () => {
    assert.deepEqual(wordsOf({ ...given, lang: 'en' }, 'weights'), [
      'Attention weights, A [batch 1, query 3, key 3]',
      'I: I 0.98, am 0.02, good 0.01; sum 1.00',
      'am: I 0.27, am 0.73, good 0.005; sum 1.00',
      'good: I 0.91, am 0.05, good 0.05; sum 1.00',
      'Computed from: Scaled scores, S̄ [batch 1, query 3, key 3]',
      'Attention playground · I am good',
    ]);
  });

  test('says in Chinese what is masked, edited and chosen', () => {
    const patch = { ...given, lang: 'zh', mask: 'causal' };
    const lines = wordsOf(patch, 'masked_scores', (store) => {
      store.edit('masked_scores', [0, 1, 0], 3);
      store.keep({ path: 'masked_scores', index: [0, 1, 0] });
    });
    assert.match(lines[1], /^I：I 14；已屏蔽：am，good$/);
    assert.match(lines[2], /^am：I 3，am 11；已屏蔽：good$/);
    assert.ok(lines.includes('已修改：am → I 现为 3，原为 10'), lines.join('\n'));
    assert.ok(
      lines.some((line) => /^选中：.*= 3$/.test(line)),
      lines.join('\n'),
    );
  });

  test('says how the pair of the chosen cell turns', () => {
    const options = { architecture: 'encoder-only', positions: 'rotary', numEncoderLayers: 1 };
    const path = 'encoder.0.self_attention.rotated_queries';
    const expected = {
      en: /^Columns 3 and 11 turn by 0.06325 rad: \(-?\d\.\d\d, -?\d\.\d\d\) → \(/,
      zh: /^第 3、11 列组成平面上的一点，转过 0.06325 弧度：\(/,
    };
    for (const [lang, line] of Object.entries(expected)) {
      const words = ['I', 'am', 'good'];
      const store = modelStore({
        options: { ...options, source: [words], vocabulary: words },
        step: path,
        lang,
      });
      store.keep({ path, index: [0, 0, 2, 11] });
      const lines = web
        .wordsOf(store, drawFigure(store, path, size), web.dictionaryOf(lang).figure)
        .split('\n');
      store.dispose();
      assert.match(lines.at(-2), line);
    }
  });

  test('says what it leaves out', () => {
    const lines = wordsOf({ lang: 'en', dModel: 128, sentences: ['a b'], tokens: [null] }, 'w_q');
    assert.ok(lines.every((line) => line.length < 600));
    assert.match(lines[1], /… and 96 columns more$/);
    assert.ok(lines.includes('… and 64 rows more'), lines.join('\n'));
  });
});

describe('symbols as text', () => {
  const cases = {
    'K_{\\text{heads}}^{\\top}': 'K_heads⊤',
    '{K_{\\text{heads}}}^{\\top}': 'K_heads⊤',
    '\\bar{S}': 'S̄',
    '\\tilde{S}_{1, 2}': 'S̃_1, 2',
    W_Q: 'W_Q',
    'W_{Q,2}': 'W_Q,2',
    "\\gamma_2'": "γ_2'",
    '\\sqrt{D}\\, X_{\\text{emb}}': '√D\u2009X_emb',
    '[Z_1 \\dots Z_h]': '[Z_1…Z_h]',
    '\\alpha_1 \\ell_1^{\\text{old}}': 'α_1ℓ_1^old',
    '\\log p': 'logp',
    '\\mathcal{L}': 'ℒ',
  };
  for (const [tex, text] of Object.entries(cases)) {
    test(`${tex} is ${text}`, () => {
      // Blanks of TeX say nothing, but those after a comma stay.
      assert.equal(web.symbolText(tex).replace(/(?<!,) /g, ''), text);
    });
  }

  test('every symbol of every declaration is read', async () => {
    const store = storeWith({ model: 'encoder-decoder', memory: ['a b'], sentences: ['c d'] });
    for (const { symbol } of store.steps) {
      assert.doesNotMatch(web.symbolText(symbol), /[\\{}]/, symbol);
    }
    store.dispose();
  });
});

test('a stored PNG is one that others can read', () => {
  const palette = Uint32Array.of(0xff000000, 0xff0000ff, 0xff00ff00);
  const [width, height] = [300, 250];
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => i % 3);
  const bytes = Buffer.from(web.pngOf({ width, height, pixels, palette, clear: 1 }));
  const chunks = {};
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    chunks[bytes.toString('latin1', at + 4, at + 8)] = bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
  assert.deepEqual(Object.keys(chunks), ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  assert.deepEqual([...chunks.PLTE], [0, 0, 0, 255, 0, 0, 0, 255, 0]);
  assert.deepEqual([...chunks.tRNS], [255, 0]);
  const lines = inflateSync(chunks.IDAT);
  assert.equal(lines.length, (width + 1) * height);
  assert.deepEqual([...lines.subarray(width + 2, width + 6)], [0, 1, 2, 0]);
});
