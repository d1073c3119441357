// Tasks for small models: what is trained on, and how models are judged.

import type { Computed } from './computed.js';

/** What a model can be trained for: see the guide for each. */
export type TaskName =
  | 'four-pairs'
  | 'phrases'
  | 'referent'
  | 'referent-emergent'
  | 'numbers'
  | 'ring'
  | 'reverse'
  | 'copy'
  | 'sort'
  | 'translation'
  | 'translation-textbook'
  | 'verse-en'
  | 'verse-zh';

/** Pairs of your own: an encoder–decoder learns to make the second sentence of the first. */
export interface OwnPairs {
  /** 1 to 2,000, each sentence of 1 to 64 tokens. */
  pairs: readonly (readonly [source: string, target: string])[];
  /** `words` by default: blanks separate them. Characters leave blanks out. */
  sourceTokens?: 'words' | 'characters';
  targetTokens?: 'words' | 'characters';
}

/** Which examples of a task are given. */
export interface TaskOptions {
  /** Draws the examples; 0 by default. */
  seed?: number;
  /** The number of the first one; 0 by default. */
  first?: number;
  /** How many of training; 8 by default. */
  count?: number;
  /** How many of those that are held out; 8 by default. */
  heldOut?: number;
}

/** Tokens by sentence, as a pass takes them. */
export interface TaskExample {
  source?: string[];
  target?: string[];
  /** Tokens, or of a pointer positions of the source; null where nothing is expected. */
  labels: (string | number | null)[];
}

export interface EvaluationOptions {
  /** At most so many of the examples that are held out; all by default. */
  examples?: number;
  /** Texts that a model of verse draws at temperature 1; 50 by default. */
  samples?: number;
}

/** Where a head looks, over all labels of which the task says where it should. */
export interface HeadMeasure {
  /** What is looked at: "digit". */
  name: string;
  /** The path of the attention: "decoder.0.cross_attention". */
  attention: string;
  /** `all`: the mean of their weights. */
  head: number | 'all';
  /** The share of rows whose largest weight is there. */
  points: Computed;
  /** The mean of the weight there. */
  weight: Computed;
}

/** How well a model does on what its task holds out, each label given those before it. */
export interface Evaluation {
  /** Mean cross-entropy of all labels. */
  loss: Computed;
  /** e^loss: it is as unsure as among so many equally probable answers. */
  perplexity: Computed;
  /** The share of labels that are the most probable. */
  labels: Computed;
  /** The share of examples all of whose labels are: the model generates those by itself. */
  sentences: Computed;
  /** Labels of an example, on average. */
  answers: Computed;
  heads: HeadMeasure[];
  /** Of verse: the share of rhymes that are right in texts that the model draws. */
  judged?: Computed;
}
