// The models and batches that updates are measured with, and ours of each.

export const works = [
  { name: 'a', dModel: 32, nhead: 4, dimFeedforward: 64, layers: 1, batch: 4, tokens: 6 },
  { name: 'b', dModel: 64, nhead: 4, dimFeedforward: 256, layers: 2, batch: 4, tokens: 16 },
  { name: 'c', dModel: 64, nhead: 4, dimFeedforward: 256, layers: 2, batch: 32, tokens: 16 },
  // As large as TinyGPT: 0.37 M parameters.
  {
    ...{ name: 'd', dModel: 96, nhead: 6, dimFeedforward: 384, layers: 3, batch: 16, tokens: 64 },
    ...{ architecture: 'decoder-only', normFirst: true, activation: 'gelu', vocabulary: 128 },
  },
].map((work) => ({ vocabulary: 64, architecture: 'encoder-decoder', ...work }));

/** So low that thousands of updates change little: what is timed stays the same. */
export const lr = 1e-5;

export const shapeOf = ({ dModel, nhead, dimFeedforward, layers, batch, tokens, architecture }) => {
  const stacks = architecture === 'decoder-only' ? `${layers}` : `${layers}+${layers}`;
  return `D ${dModel}, h ${nhead}, ff ${dimFeedforward}, ${stacks} layers, ${batch} × ${tokens} tokens`;
};

/** Of whole updates: AdamW after clipping. */
export const optimizer = { name: 'adamw', lr, betas: [0.9, 0.98], weightDecay: 0.01, maxNorm: 1 };

/** Ids of sentences of equal length; the labels are the target, one token on. */
function idsOf({ batch, tokens, vocabulary, architecture }) {
  const sentences = (step) =>
    Array.from({ length: batch }, (_, sentence) =>
      Array.from({ length: tokens }, (_, at) => (7 * sentence + step * at * at + at) % vocabulary),
    );
  const target = sentences(3);
  return {
    ...(architecture === 'decoder-only' ? {} : { source: sentences(5) }),
    target,
    labels: target.map(([first, ...rest]) => [...rest, first]),
  };
}

/** A model of the work, and its batch as tokens. */
export function modelOf(ap, work) {
  const words = Array.from({ length: work.vocabulary }, (_, id) => `t${id}`);
  const { architecture, dModel, nhead, dimFeedforward, normFirst, activation, layers } = work;
  const model = ap.transformer({
    ...{ architecture, dModel, nhead, dimFeedforward, normFirst, activation },
    vocabulary: words,
    numEncoderLayers: layers,
    numDecoderLayers: layers,
    finalNorm: true,
  });
  const ids = idsOf(work);
  const given = Object.fromEntries(
    Object.entries(ids).map(([name, rows]) => [
      name,
      rows.map((row) => row.map((id) => words[id])),
    ]),
  );
  return { model, ids, given };
}

/** The same, with what a pass says of it. */
export function openOurs(ap, work) {
  const { model, ids, given } = modelOf(ap, work);
  const trace = model.trace(given);
  const parameters = trace.steps.filter((step) => step.source === 'parameter');
  const multiplyAdds = trace.steps.reduce((sum, step) => sum + step.multiplyAdds, 0);
  const [loss] = trace.tensor('loss').data;
  trace.dispose();
  const weights = parameters.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
  const paths = parameters.map(({ path }) => path);
  return { model, ids, given, loss, parameters: paths, weights, multiplyAdds };
}
