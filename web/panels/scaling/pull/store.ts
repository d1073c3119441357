import type { AttentionPlayground, Edit, Tensor, Trace } from '../../../engine/types/index.js';
import type { Numbers } from '../../../engine/types/computed.js';
import type { Language } from '../../../i18n/index.js';
import { PanelStore, type PanelTrace } from '../../panel-store.js';
import { pathIn, QUERIES, type Half, type Study } from '../study.js';
import { steps as enSteps } from '../texts/en-steps.js';
import { steps as zhSteps } from '../texts/zh-steps.js';
import { texts as en } from '../texts/en.js';
import { texts as zh } from '../texts/zh.js';

/** A study, and the weight in it that is L: that of one key for one query. */
export interface Pull extends Study {
  query: number;
  key: number;
}

const texts = { en, zh };

/** Decimals in the cells: gradients are small numbers. */
const DECIMALS = 3;

/** The study with the backward pass from one of its weights, in one of its halves. */
class PullTrace implements PanelTrace<Pull> {
  readonly first = { step: 'gradient.scores' };
  readonly steps = { en: enSteps, zh: zhSteps };

  constructor(private readonly half: Half) {}

  make(engine: AttentionPlayground, { query, key, ...study }: Pull): Trace {
    const trace = engine.traceScaling({ ...study, queries: QUERIES });
    try {
      trace.backward({ of: pathIn(this.half, 'weights'), seed: seedAt(query, key, study.keys) });
    } catch (error) {
      trace.dispose();
      throw error;
    }
    return trace;
  }

  tokens(): () => undefined {
    return () => undefined;
  }

  seed({ seed }: Pull): number {
    return seed;
  }

  /** Both halves have gradients of the same steps. */
  part(step: { gradient?: unknown }, _pull: Pull, lang: Language): string {
    return step.gradient ? texts[lang].passes[this.half] : '';
  }
}

/** 1 for one weight and 0 for all others. */
function seedAt(query: number, key: number, keys: number): Tensor {
  const data: Numbers = new Float32Array(QUERIES * keys);
  data[query * keys + key] = 1;
  return { shape: [QUERIES, keys], data };
}

/** The store of one half's backward pass. It follows the study, edits included, and is not edited itself. */
export class PullStore extends PanelStore<Pull> {
  constructor(
    readonly half: Half,
    pull: Pull,
  ) {
    super(new PullTrace(half), pull);
    this.updateView({ decimals: DECIMALS });
  }

  /** What the study says about edits that do not fit is not said again. */
  adopt(pull: Pull, edits: readonly Edit[]): void {
    if (!this.restore({ options: pull, edits })) this.dismiss();
  }
}
