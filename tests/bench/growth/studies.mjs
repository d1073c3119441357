// What grows, and by what: the sizes and the contenders of each study.

const doublings = (from, to) =>
  Array.from({ length: Math.log2(to / from) + 1 }, (_, i) => from * 2 ** i);

const ours = { engine: 'ours' };
const training = [ours, { engine: 'jax' }, { engine: 'tfjs' }];

export const studies = {
  /** One head of width 64, copies included. */
  attention: {
    by: 'tokens',
    sizes: doublings(64, 16_384),
    contenders: [
      ours,
      { engine: 'onnxruntime', way: 'graph', mayRefuse: true },
      { engine: 'onnxruntime', way: 'MultiHeadAttention', mayRefuse: true },
    ],
  },
  /** Every step of one attention: D 64, 8 heads. No peer does this. */
  trace: { by: 'tokens', sizes: doublings(16, 1024), contenders: [ours] },
  /** Whole updates of an encoder-decoder by its width, 8 sentences of 16 tokens in a batch. */
  width: { by: 'width', sizes: doublings(16, 256), contenders: training },
  /** The same at width 64 by the number of sentences. */
  batch: { by: 'batch', sizes: doublings(1, 64), contenders: training },
};
