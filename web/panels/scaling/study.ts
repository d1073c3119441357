import type { AttentionPlayground, Trace } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { steps as enSteps } from './texts/en-steps.js';
import { steps as zhSteps } from './texts/zh-steps.js';
import type { PanelTrace } from '../panel-store.js';

/** The user's settings. */
export interface Study {
  dK: number;
  keys: number;
  seed: number;
}

/** The number of queries: enough for a measured variance near the expected one. */
export const QUERIES = 64;

/** The widths that are compared. Each is twice the one before, so they are evenly spaced on an axis. */
export const WIDTHS: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** A query whose weight falls on one key, as for most queries. */
export const FIRST_QUERY = 1;
/** Another key than that one. */
export const FIRST_PULLED = 0;

export const DEFAULT: Study = { dK: 64, keys: 16, seed: 1 };

/** The two halves of the study. */
export const HALVES = ['unscaled', 'scaled'] as const;
export type Half = (typeof HALVES)[number];

/** Their colours in charts, where marks of two forms tell them apart too. */
export const COLOURS = { unscaled: 'soft', scaled: 'accent' } as const;

/** The path of a step in one half. */
export function pathIn(half: Half, name: string): string {
  return half === 'scaled' ? `scaled.${name}` : name;
}

/** The measures, of all scores or averaged over the queries. */
export const MEASURES = ['variance', 'mean_entropy', 'mean_gradient'] as const;
export type Measure = (typeof MEASURES)[number];

/** Their names for pages around the panel. */
export const MEASURE_NAMES = {
  variance: 'variance',
  mean_entropy: 'entropy',
  mean_gradient: 'gradient',
} as const satisfies Record<Measure, string>;

/** The measured numbers of one d_k, each in both halves. */
export type Measured = Record<Measure, Record<Half, number>>;

const trace = (engine: AttentionPlayground, study: Study): Trace =>
  engine.traceScaling({ ...study, queries: QUERIES });

/** All steps of the study of the chosen d_k. */
export const panel: PanelTrace<Study> = {
  steps: { en: enSteps, zh: zhSteps },
  make: trace,
  tokens: () => () => undefined,
  first: { step: 'weights', cell: [FIRST_QUERY, 8] },
  seed: ({ seed }) => seed,
};

export function measure(engine: AttentionPlayground, study: Study): Measured {
  const run = trace(engine, study);
  try {
    const both = (name: Measure): Record<Half, Computed> => ({
      unscaled: run.tensor(pathIn('unscaled', name)).data[0]!,
      scaled: run.tensor(pathIn('scaled', name)).data[0]!,
    });
    return {
      variance: both('variance'),
      mean_entropy: both('mean_entropy'),
      mean_gradient: both('mean_gradient'),
    };
  } finally {
    run.dispose();
  }
}

/** The measures if all keys had equal weights: computed by the same steps from a row of equal scores. */
export function uniform(
  engine: AttentionPlayground,
  keys: number,
): { mean_entropy: Computed; mean_gradient: Computed } {
  const run = engine.traceScaling({ dK: 1, queries: 1, keys });
  try {
    run.setTensor('scores', { shape: [1, keys], data: new Float32Array(keys) });
    return {
      mean_entropy: run.tensor('mean_entropy').data[0]!,
      mean_gradient: run.tensor('mean_gradient').data[0]!,
    };
  } finally {
    run.dispose();
  }
}
