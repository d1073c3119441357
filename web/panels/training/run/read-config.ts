import type { OwnPairs } from '../../../engine/types/index.js';
import { MOST_PAIRS } from '../keep/own-pairs.js';
import {
  isWithin,
  type ModelSettings,
  type TrainingConfig,
  type TrainerSettings,
} from './config.js';
import { isTaskName } from '../tasks.js';

/** A config from a file or from the browser's storage; undefined if it is none. The engine has the last word on it. */
export function readConfig(given: unknown): TrainingConfig | undefined {
  if (!isRecord(given)) return undefined;
  const { task, steps, seed } = given;
  const model = modelIn(given.model);
  const trainer = trainerIn(given.trainer);
  if (!model || !trainer || !whole('steps', steps) || !whole('seed', seed)) return undefined;
  const rest = { steps, seed, model, trainer };
  if (typeof task === 'string' && isTaskName(task)) return { task, ...rest };
  const pairs = pairsIn(given.pairs);
  return task === 'own' && pairs ? { task, pairs, ...rest } : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const whole = (field: Parameters<typeof isWithin>[0], value: unknown): value is number =>
  typeof value === 'number' && isWithin(field, value);

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  (values as readonly unknown[]).includes(value);

function modelIn(given: unknown): ModelSettings | undefined {
  if (!isRecord(given)) return undefined;
  const { layers, heads, dModel, normFirst, positions, scaleScores, rawValues } = given;
  const kinds = ['none', 'sinusoidal', 'learned', 'rotary'] as const;
  const fits =
    whole('layers', layers) &&
    typeof heads === 'number' &&
    whole('dModel', dModel) &&
    typeof normFirst === 'boolean' &&
    oneOf(kinds, positions) &&
    typeof scaleScores === 'boolean' &&
    typeof rawValues === 'boolean';
  return fits ? { layers, heads, dModel, normFirst, positions, scaleScores, rawValues } : undefined;
}

function trainerIn(given: unknown): TrainerSettings | undefined {
  if (!isRecord(given)) return undefined;
  const { optimizer, lr, schedule, warmup, batchSize, weightDecay, maxNorm } = given;
  const fits =
    oneOf(['adamw', 'sgd'] as const, optimizer) &&
    typeof lr === 'number' &&
    oneOf(['constant', 'cosine', 'inverse_square_root'] as const, schedule) &&
    whole('warmup', warmup) &&
    whole('batchSize', batchSize) &&
    typeof weightDecay === 'number' &&
    typeof maxNorm === 'number';
  return fits ? { optimizer, lr, schedule, warmup, batchSize, weightDecay, maxNorm } : undefined;
}

function pairsIn(given: unknown): OwnPairs | undefined {
  if (!isRecord(given) || !Array.isArray(given.pairs)) return undefined;
  const pairs = given.pairs as unknown[];
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((side) => typeof side === 'string');
  if (pairs.length === 0 || pairs.length > MOST_PAIRS || !pairs.every(isPair)) return undefined;
  const kind = (value: unknown) => (value === 'characters' ? 'characters' : 'words');
  return {
    pairs,
    sourceTokens: kind(given.sourceTokens),
    targetTokens: kind(given.targetTokens),
  };
}
