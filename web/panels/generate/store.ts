import { axisNames } from '../../trace/axes.js';
import { sentenceOf } from '../../trace/scopes.js';
import type { Labels } from '../../trace/word-labels.js';
import { PanelStore } from '../panel-store.js';
import { steps as enSteps } from './texts/en-steps.js';
import { steps as zhSteps } from './texts/zh-steps.js';
import type { Pass } from './pass.js';

/** The shown pass, and the vocabulary that its token was chosen from. */
export interface Shown {
  pass: Pass;
  vocabulary: readonly string[];
  seed: number;
}

/** The store of the shown pass. Its numbers cannot be edited: a notice says where to change weights instead. */
export class GenerationStore extends PanelStore<Shown> {
  constructor(
    shown: Shown,
    lang: 'en' | 'zh',
    private readonly refuse: () => void,
  ) {
    super(
      {
        make: (_, { pass }) => pass.sequence(),
        tokens: labelsOf,
        first: { step: 'next.token', cell: [0] },
        steps: { en: enSteps, zh: zhSteps },
        seed: ({ seed }) => seed,
      },
      shown,
      lang,
    );
  }

  override edit(): void {
    this.refuse();
  }

  override paste(): void {
    this.refuse();
  }

  /** Shows another pass; a kept cell that it does not have is replaced by the token. */
  show(shown: Shown): void {
    const { kept } = this;
    this.retrace(shown);
    if (kept && this.kept?.path !== kept.path) this.keep({ path: 'next.token', index: [0] });
  }
}

/** The labels of every step, by the sentence that the step names. */
function labelsOf({ pass, vocabulary }: Shown): Labels {
  const { tokens, source } = pass;
  return (step, axis) => {
    const name = axisNames(step)[axis];
    if (name === 'vocabulary') return [...vocabulary];
    const sentence = sentenceOf(step, axis);
    if (!sentence) return undefined;
    if (sentence === 'source') return [...source];
    const size = step.shape[axis]!;
    // Cached keys are the first ones, computed ones the last; only the last token goes on to the logits.
    const isCached = name === 'key' && step.source === 'cache';
    return isCached ? tokens.slice(0, size) : tokens.slice(-size);
  };
}
