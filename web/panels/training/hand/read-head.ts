import { readSentence } from '../../sentence.js';
import { readVectors } from '../../vectors.js';
import type { HeadOptions } from './head-store.js';

/** A head as attributes have it: numbers and labels as JSON, and what is left out as `USUAL` has it. */
export interface GivenHead {
  sentence: string;
  labels: string;
  x: string;
  wQ: string;
  wK: string;
  optimizer: string;
  lr: number;
}

/** Of three words: the last one is to look at the first one. Its W_Q is empty, so all scores are 0. */
export const USUAL = {
  labels: '[null,null,0]',
  x: '[[1,0],[0,1],[1,1]]',
  wQ: '[[0,0],[0,0]]',
  wK: '[[1,0],[0,1]]',
  lr: 0.1,
} as const;

export const RATES = { least: 1e-6, most: 100 };

/** Undefined if it does not fit together. */
export function readHead(given: Readonly<GivenHead>): HeadOptions | undefined {
  const tokens = readSentence(given.sentence);
  if (typeof tokens === 'string' || new Set(tokens).size < tokens.length) return undefined;
  const labels = readLabels(given.labels || USUAL.labels, tokens.length);
  const x = readVectors(given.x || USUAL.x, tokens.length);
  const width = x?.[0]?.length;
  const wQ = readVectors(given.wQ || USUAL.wQ, width);
  const wK = readVectors(given.wK || USUAL.wK, width);
  // Of a single head, which is as wide as the vectors are.
  const isSquare = [wQ, wK].every((rows) => rows?.[0]?.length === width);
  if (!labels || !x || !wQ || !wK || !isSquare) return undefined;
  const { lr } = given;
  return {
    tokens,
    labels,
    x,
    wQ,
    wK,
    optimizer: given.optimizer === 'sgd' ? 'sgd' : 'adamw',
    lr: lr >= RATES.least && lr <= RATES.most ? lr : USUAL.lr,
  };
}

function readLabels(text: string, count: number): (number | null)[] | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isLabel = (one: unknown): one is number | null =>
    one === null || (Number.isInteger(one) && Number(one) >= 0 && Number(one) < count);
  const isList = Array.isArray(given) && given.length === count && given.every(isLabel);
  return isList && (given as unknown[]).some((one) => one !== null)
    ? (given as (number | null)[])
    : undefined;
}
