import type { Step } from '../../engine/types/index.js';
import { isWeights } from '../../trace/operations.js';
import type { PanelTrace } from '../panel-store.js';
import { checkLabels, labelsOf, type GivenLabels, type GivenTokens } from './labels.js';
import { sentencesOf, traceOf, type Source } from './source.js';
import { steps as enSteps } from './texts/en-steps.js';
import { steps as zhSteps } from './texts/zh-steps.js';

/** What a page gives. */
export interface GivenNumbers {
  /** What `readSource` gives or throws. */
  read: () => Source;
  tokens: GivenTokens | null;
  keyTokens: GivenTokens | null;
}

/** The page's own tokens, else those of the record. */
function tokensOf(given: GivenNumbers, source: Source): GivenLabels {
  const [queries, keys] = sentencesOf(source);
  const tokens = given.tokens ?? queries;
  return { tokens, keyTokens: given.keyTokens ?? (given.tokens ? undefined : keys) };
}

export const givenTrace: PanelTrace<GivenNumbers> = {
  steps: { en: enSteps, zh: zhSteps },
  make(engine, given) {
    const trace = traceOf(engine, given.read());
    try {
      const { tokens, keyTokens } = given;
      checkLabels(trace.steps, { tokens: tokens ?? undefined, keyTokens: keyTokens ?? undefined });
      return trace;
    } catch (error) {
      trace.dispose();
      throw error;
    }
  },
  tokens: (given) => labelsOf(tokensOf(given, given.read())),
  first: { step: '' },
};

/** The attention weights, else the result. */
export const firstStep = (steps: readonly Step[]): string =>
  (steps.find(isWeights) ?? steps.at(-1))?.path ?? '';
