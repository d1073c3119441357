// The panel of the three kinds of attention, and the engine's trace of the sentences that it shows.

import { openPanel } from './every-panel.mjs';

export const panel = await openPanel('attention-kinds', 'attention-kinds', {
  given: '#parameters=random',
  /** Waits until what is typed has been taken up and drawn. */
  settle: (page, tag) =>
    page.evaluate(async (tag) => {
      const element = document.querySelector(tag);
      await new Promise((later) => setTimeout(later, 150));
      for (let i = 0; i < 3; i += 1) {
        await element.updateComplete;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    }, tag),
});
const { ap, field, inside, settle } = panel;

export const scopes = {
  encoder: 'encoder.0.self_attention',
  decoder: 'decoder.0.self_attention',
  cross: 'decoder.0.cross_attention',
};

export const card = (page, kind, selector = '') => inside(page, `[data-kind=${kind}] ${selector}`);

/** Sentences run as they are typed, without Enter. */
export async function type(page, name, text) {
  await field(page, name).fill(text);
  await settle(page);
}

/** The same pass in Node, through the public API alone. */
export function pass({ source, target, seed = 1 }, read) {
  const vocabulary = [...new Set([...source, ...target].flatMap((tokens) => tokens))];
  const ragged = [source, target].some((all) => all.some(({ length }) => length !== all[0].length));
  const trace = ap.traceTransformer({
    source,
    target,
    vocabulary: ragged ? [...vocabulary, '[PAD]'] : vocabulary,
    dModel: 32,
    nhead: 4,
    numEncoderLayers: 1,
    numDecoderLayers: 1,
    dimFeedforward: 32,
    bias: false,
    seed,
  });
  try {
    return read(trace);
  } finally {
    trace.dispose();
  }
}

/** Cells of the drawn matrix of a step in a card, by index. */
export const drawn = (page, kind, step) =>
  card(page, kind, `.port[data-step="${step}"] [role=gridcell]`).evaluateAll((cells) =>
    Object.fromEntries(cells.map(({ dataset }) => [dataset.index, Number(dataset.value)])),
  );

/** Those cells of a tensor that lie in one sentence and head. */
export function slice({ shape, data }, lead) {
  const [rows, columns] = shape.slice(-2);
  const places = lead.map((at, i) => Math.min(at, shape[i] - 1));
  const start = places.reduce((sum, at, i) => sum * shape[i] + at, 0) * rows * columns;
  const cells = {};
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      cells[[...places, row, column].join()] = data[start + row * columns + column];
    }
  }
  return cells;
}

export const pairs = {
  first: { source: [['I', 'like', 'you']], target: [['<sos>', '我', '喜欢', '你']] },
  two: {
    source: [['I', 'like', 'you'], ['Hello']],
    target: [
      ['<sos>', '我', '喜欢', '你'],
      ['<sos>', '你好'],
    ],
  },
};

/** Two pairs, of which one cannot be used. */
export async function problem(page) {
  await inside(page, '.examples button').nth(2).click();
  await field(page, 'padding').check();
  await type(page, 'source-1', '');
}

/** The pair that it opens on. */
export const opening = {
  source: ['tom stole four small fish at the school today'.split(' ')],
  target: ['<sos> 今天 汤姆 在 学校 偷 了 四 条 小 的 鱼'.split(' ')],
};
