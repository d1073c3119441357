// What the first screen is made of, by the build (read-first.ts) and by its components.

import type { Twins } from '../../../learned/twins.js';

export interface FirstScreen {
  twins: Twins;
  /** The other sentence. */
  changed: string;
  /** Both, cut as the model reads them. */
  words: string[];
  changedWords: string[];
  /** Where the word stands that is asked about, and its row of weights. */
  place: number;
  weights: number[];
  answer: string;
  /** The words around them, as the element has them. */
  labels: {
    title: string;
    views: string[];
    query: string;
    key: string;
    lines: string;
    claim: string;
    edit: string;
    guided: string;
    asked: string;
    askedBriefly: string;
    cut: string;
  };
}
