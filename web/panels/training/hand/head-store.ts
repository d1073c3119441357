import type { AttentionPlayground, Tensor, Trace } from '../../../engine/types/index.js';
import type { Language } from '../../../i18n/index.js';
import type { PanelTrace } from '../../panel-store.js';
import { UpdateSteps } from '../opened/update-store.js';
import { labelsOf } from '../run/live.js';
import { steps as enSteps } from '../texts/en-steps.js';
import { steps as zhSteps } from '../texts/zh-steps.js';

type Rows = readonly (readonly number[])[];

/** A head with numbers of somebody's own, what it is to look at, and how it learns. */
export interface HeadOptions {
  /** No word twice: each has a row of `x`. */
  tokens: string[];
  /** At which place each word is to look; null where nothing is expected. */
  labels: (number | null)[];
  x: Rows;
  wQ: Rows;
  wK: Rows;
  optimizer: 'adamw' | 'sgd';
  lr: number;
}

const SCOPE = 'encoder.0.self_attention';
export const W_Q = `${SCOPE}.w_q`;

const tensorOf = (rows: Rows): Tensor => ({
  shape: [rows.length, rows[0]!.length],
  data: Float32Array.from(rows.flat()),
});

/** One head that points, and nothing else: its scores are not divided, and its loss is −ln of the weight at the right place. */
function make(engine: AttentionPlayground, options: HeadOptions): Trace {
  const { tokens, labels, x, wQ, wK, optimizer, lr } = options;
  const model = engine.transformer({
    architecture: 'encoder-only',
    pointer: true,
    vocabulary: tokens,
    nhead: 1,
    dModel: x[0]!.length,
    numEncoderLayers: 1,
    dimFeedforward: 0,
    norm: 'none',
    positions: 'none',
    scale: 1,
    initialization: 'normal',
    parameters: {
      embedding_table: tensorOf(x),
      [W_Q]: tensorOf(wQ),
      [`${SCOPE}.w_k`]: tensorOf(wK),
    },
  });
  try {
    const trainer = engine.trainer({
      model,
      batches: [{ source: [tokens], labels: [labels] }],
      optimizer: { name: optimizer, lr, weightDecay: 0, maxNorm: 0 },
      schedule: { name: 'constant', warmup: 0 },
    });
    try {
      return trainer.trace();
    } finally {
      trainer.dispose();
    }
  } finally {
    model.dispose();
  }
}

const panel: PanelTrace<HeadOptions> = {
  make,
  tokens: ({ tokens }) =>
    labelsOf({ model: { vocabulary: tokens }, examples: [{ source: tokens, labels: [] }] }),
  first: { step: `gradient.${W_Q}` },
  steps: { en: enSteps, zh: zhSteps },
};

/** The first update of a head, as steps. */
export class HeadStore extends UpdateSteps<HeadOptions> {
  constructor(options: HeadOptions, lang: Language) {
    super(panel, options, lang);
  }
}
