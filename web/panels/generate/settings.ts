import type { ChoiceOptions } from '../../engine/types/index.js';
import { wholeWithin, type Range } from '../../kit/fields/number-field.js';
import type { ParameterSource } from '../../learned/names.js';
import { parseNumber } from '../../trace/numbers.js';

/** The settings of a model. */
export interface ModelSettings {
  parameters: ParameterSource;
  architecture: 'decoder-only' | 'encoder-decoder';
  layers: number;
  heads: number;
  dModel: number;
  seed: number;
}

/** The settings for choosing a token from its logits. */
export interface ChoiceSettings {
  temperature: number;
  /** Undefined for all tokens. */
  topK: number | undefined;
  doSample: boolean;
  seed: number;
}

/** The same as options of the engine. */
export function engineChoice({ temperature, topK, doSample, seed }: ChoiceSettings): ChoiceOptions {
  return { temperature, doSample, seed, ...(topK !== undefined && { topK }) };
}

/** Small, so that every number of a pass can be inspected. */
export const SIZES = {
  layers: [1, 2, 3, 4],
  heads: [1, 2, 4],
  dModel: [8, 16, 32],
} as const;

export const FIRST_MODEL: ModelSettings = {
  parameters: 'random',
  architecture: 'decoder-only',
  layers: 2,
  heads: 2,
  dModel: 16,
  seed: 1,
};

export const FIRST_CHOICE: ChoiceSettings = {
  temperature: 1,
  topK: undefined,
  doSample: true,
  seed: 7,
};

export const MOST_NEW = 32;
export const MOST_PROMPT = 24;
export const MOST_VOCABULARY = 40;
export const SEEDS: Range = { least: 0, most: 2 ** 32 - 1 };
/** The slider's range; the field beside it accepts a wider one. */
export const SLIDER = { least: 0.1, most: 3, step: 0.05 } as const;

export type Field = 'prompt' | 'source' | 'seed' | 'temperature' | 'topK' | 'drawSeed' | 'weight';

/** Unusable input; the other fields fill the text of `code`, which says why. */
export interface FieldError {
  field: Field;
  code: 'empty' | 'tooLong' | 'tooMany' | 'unknown' | 'whole' | 'positive' | 'number';
  actual: string;
  least?: number;
  most?: number;
  /** Tokens that the model does not know; a new model of random parameters can have them. */
  unknown?: readonly string[];
}

export type Read<Value> = { value: Value; wrong?: undefined } | { wrong: FieldError };

export function readWhole(field: Field, text: string, range: Range): Read<number> {
  const value = wholeWithin(text, range);
  return value === undefined
    ? { wrong: { field, code: 'whole', actual: text, ...range } }
    : { value };
}

/** The engine accepts numbers outside these bounds, but they show nothing more. */
export const TEMPERATURE: Range = { least: 0.001, most: 1000 };

export function readTemperature(text: string): Read<number> {
  const value = parseNumber(text);
  const { least, most } = TEMPERATURE;
  return value >= least && value <= most
    ? { value }
    : { wrong: { field: 'temperature', code: 'positive', actual: text, least, most } };
}

export function readNumber(field: Field, text: string): Read<number> {
  const value = parseNumber(text);
  return Number.isFinite(value) && Number.isFinite(Math.fround(value))
    ? { value }
    : { wrong: { field, code: 'number', actual: text } };
}
