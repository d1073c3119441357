// The rows of the table: what is computed, how much work it is, and the floors that we hold ourselves to: `ratio`, the
// fastest peer's time divided by ours, and `bound`, our share of what bounds the work (bounds.mjs).
//
// A multiply-add counts as two operations. Attention counts 4·h·T²·d: two products, T × T scores each of
// depth d; with one query T² is S, as many as there are keys. Causal attention counts only what has to be computed, the half below the diagonal and the
// diagonal itself: 4·h·d·T(T + 1)/2. A multi-head layer adds its four projections, 8·T·D².

/** What a row, or a record of it, is called. */
export const nameOf = ({ work, shape }) => `${work} ${shape}`;

/** Widths of a head in every row. */
const headWidth = 64;

const matmul = (rows, inner, columns, floors, work = 'matmul') => ({
  kind: 'matmul',
  work,
  shape: `${rows}×${inner}×${columns}`,
  dims: { rows, inner, columns },
  flops: 2 * rows * inner * columns,
  floors,
});

const fewRows = (rows, inner, columns) =>
  matmul(rows, inner, columns, { ratio: 1.2 }, 'matmul, few rows');

/** Reads each weight once: bound by bytes, not by multiply-adds. */
const oneRow = (inner, columns) => ({
  ...matmul(1, inner, columns, { bound: 0.9, ratio: 1 }, 'matmul, one row'),
  bytes: 4 * inner * columns,
});

const scoresFlops = ({ heads, queries, tokens, width }) => 4 * heads * queries * tokens * width;
const causalFlops = ({ heads, tokens, width }) => 2 * heads * width * tokens * (tokens + 1);

export function attention(heads, tokens, floors = {}, { causal = false, weights = false } = {}) {
  const dims = { heads, queries: tokens, tokens, width: headWidth };
  return {
    kind: 'attention',
    work: causal ? 'causal attention' : weights ? 'attention with weights' : 'attention',
    shape: `h${heads} T${tokens} d${headWidth}`,
    dims,
    causal,
    weights,
    flops: causal ? causalFlops(dims) : scoresFlops(dims),
    floors,
  };
}

/** As a token that is generated attends to those before it. */
function oneQuery(heads, tokens, floors) {
  const dims = { heads, queries: 1, tokens, width: headWidth };
  return {
    ...attention(heads, tokens, floors),
    work: 'attention, one query',
    shape: `h${heads} T1 S${tokens} d${headWidth}`,
    dims,
    flops: scoresFlops(dims),
  };
}

const causal = (heads, tokens, floors) => attention(heads, tokens, floors, { causal: true });

function layer(heads, tokens, floors) {
  const dims = { heads, queries: tokens, tokens, width: headWidth, model: heads * headWidth };
  return {
    kind: 'layer',
    work: 'multi-head layer',
    shape: `h${heads} T${tokens} D${dims.model}`,
    dims,
    flops: scoresFlops(dims) + 8 * tokens * dims.model * dims.model,
    floors,
  };
}

/** Row by row, bound by memory and exponentials: no multiply-adds to count. */
const byRows = (kind, work, rows, columns, floors) => ({
  kind,
  work,
  shape: `${rows}×${columns}`,
  dims: { rows, columns },
  floors,
});

const product = { bound: 0.93, ratio: 1.35 };
const fused = { bound: 0.84, ratio: 1.55 };
const triangle = { ratio: 3 };
const wholeLayer = { bound: 0.84, ratio: 1.35 };

export const works = [
  matmul(240, 240, 240, product),
  matmul(480, 512, 512, product),
  matmul(512, 768, 768, product),
  matmul(128, 2048, 512, product),
  oneRow(768, 768),
  oneRow(768, 3072),
  ...[4, 6].map((rows) => fewRows(rows, 768, 768)),
  ...[4, 6].map((rows) => fewRows(rows, 768, 3072)),
  // Before those that fill the page's memory: jax-js keeps 2 GB, and a call waits for its browser then.
  { ...attention(8, 6, { ratio: 2.5 }), work: 'attention of a sentence' },
  oneQuery(8, 512, { ratio: 1.25 }),
  attention(8, 128, fused),
  attention(12, 512, fused),
  attention(12, 1024, fused),
  attention(8, 2048, fused),
  causal(8, 128, triangle),
  causal(12, 512, triangle),
  causal(12, 1024, triangle),
  causal(8, 2048, triangle),
  layer(12, 512, wholeLayer),
  layer(8, 128, wholeLayer),
  attention(12, 512, { ratio: 1.3 }, { weights: true }),
  byRows('softmax', 'softmax', 1024, 1024, { ratio: 1.15 }),
  byRows('layerNorm', 'layer norm', 1024, 768, { ratio: 4 }),
];
