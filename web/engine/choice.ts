import { flag, temperatureOf, whole } from './options.js';
import type { ChoiceOptions } from './types.js';

/** The options of a token's choice, checked and with defaults. */
export type Choice = ReturnType<typeof readChoice>;

export function readChoice(options: ChoiceOptions, candidates: number) {
  return {
    temperature: temperatureOf(options.temperature),
    topK: options.topK === undefined ? 0 : whole(options.topK, undefined, 'topK', 1, candidates),
    doSample: flag(options.doSample, false, 'doSample'),
    seed: whole(options.seed, 0, 'seed', 0, 2 ** 32 - 1),
  };
}
