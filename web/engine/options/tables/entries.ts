// Entries, and groups of them, that several tables share.

export const given = { kind: 'given' } as const;
export const off = { kind: 'flag', default: false } as const;
export const on = { kind: 'flag', default: true } as const;
export const count = { kind: 'whole', least: 1 } as const;

export const anySeed = { kind: 'whole', least: 0, most: 2 ** 32 - 1 } as const;
export const seed = { ...anySeed, default: 0 } as const;
export const dModel = { ...count, also: 'embedDim' } as const;
export const numHeads = { ...count, also: 'nhead' } as const;
export const nhead = { ...count, also: 'numHeads' } as const;

export const probability = {
  kind: 'real',
  fits: (p: number) => p >= 0 && p < 1,
  accepted: 'a probability from 0 to below 1',
  default: 0,
} as const;

export const epsilon = {
  kind: 'real',
  // As a float, too.
  fits: (value: number) => value >= 0 && Math.fround(value) < Infinity,
  accepted: 'a finite number of 0 or more',
} as const;

/** Beyond these bounds, scores divided by it are not finite floats: src/attention_playground/attention/checks.hpp. */
export const divisor = {
  kind: 'real',
  fits: (value: number) => value >= 1e-30 && value <= 1e30,
  accepted: 'a number from 1e-30 to 1e30',
} as const;
export const temperature = { ...divisor, default: 1 } as const;

export const scale = {
  kind: 'real',
  // The core reads NaN as an omitted scale.
  fits: (scale: number) => !Number.isNaN(scale),
  accepted: 'a finite number',
  code: 'not_finite',
} as const;

/** src/attention_playground/attention/options.hpp */
export const positions = {
  kind: 'choice',
  of: ['none', 'sinusoidal', 'learned', 'rotary'],
} as const;

/** src/attention_playground/transformer/options.hpp */
export const activation = { kind: 'choice', of: ['relu', 'gelu', 'gelu_tanh'] } as const;

/** What a call and a trace of attention share. */
export const attentionSwitches = {
  attnMask: given,
  isCausal: off,
  causalOffset: { kind: 'whole', least: -(2 ** 30), most: 2 ** 30, default: 0 },
  keyPaddingMask: given,
  scale,
  temperature,
  softcap: divisor,
  dropoutP: { ...probability, also: 'dropout' },
  dropoutMask: given,
  training: off,
  seed,
} as const;

/** src/attention_playground/transformer/options.hpp */
const norm = { kind: 'choice', of: ['layer_norm', 'none'], default: 'layer_norm' } as const;

/** What a layer and a model share. */
export const layerSwitches = {
  norm,
  normFirst: off,
  activation: { ...activation, default: 'relu' },
  layerNormEps: { ...epsilon, default: 1e-5 },
  scale,
  dropout: { ...probability, also: 'dropoutP' },
  training: off,
  seed,
} as const;
