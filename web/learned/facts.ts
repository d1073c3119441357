import type { Evaluation } from '../engine/types/index.js';
import type { ShippedName } from './names.js';

/** What a model does on sentences of its task that it has never seen: models/cards.json. */
export interface Facts {
  task: string;
  seed: number;
  parameters: number;
  updates: number;
  bytes: number;
  /** How many of them there are. */
  examples: number;
  heldOut: Evaluation;
  /** The same without each of its heads. */
  without: { attention: string; head: number; loss: number; labels: number; sentences: number }[];
}

/** What its claim is made of; the rest is on its card. */
export type ClaimFacts = Pick<Facts, 'examples' | 'updates' | 'heldOut'>;

export type AllFacts = Readonly<Record<ShippedName, Facts>>;
