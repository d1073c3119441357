import type {
  AttentionPlayground,
  Step,
  Trace,
  TraceAttentionOptions,
} from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import type { Language } from '../../i18n/index.js';
import type { Learned } from '../../learned/learned.js';
import type { ShippedName } from '../../learned/names.js';
import type { LearnedModels } from '../../parts/learned/models.js';
import { axisNames } from '../../trace/axes.js';
import type { LayerOptions } from '../layer-options.js';
import { PanelStore, type PanelTrace } from '../panel-store.js';
import { layerOf } from '../trained-layer.js';
import { steps as enSteps } from './texts/en-steps.js';
import { steps as zhSteps } from './texts/zh-steps.js';
import { texts as en } from './texts/en.js';
import { texts as zh } from './texts/zh.js';

export interface WorkerOptions extends LayerOptions {
  numHeads: number;
  /** The number of workers that share the heads. */
  workers: number;
}

/** The trained models with heads to share. */
export const MODELS = [
  'referent',
  'translation-textbook',
  'verse-en',
  'verse-zh',
  'four-pairs',
  'numbers',
] as const satisfies readonly ShippedName[];

const WORDS = { en, zh };

/** Each of up to eight heads has at least two columns. */
const WIDTH = 16;
export const HEAD_COUNTS: readonly number[] = [2, 4, 8];
const MOST_HEADS = 4;

/** The heads of a trained model, or of random parameters as many as before, and workers that can share them. */
export function shared(
  learned: Learned | undefined,
  { numHeads, workers }: Pick<WorkerOptions, 'numHeads' | 'workers'>,
): Pick<WorkerOptions, 'numHeads' | 'workers'> {
  const asked = learned?.options.nhead ?? numHeads;
  const heads = learned || HEAD_COUNTS.includes(asked) ? asked : MOST_HEADS;
  let most = Math.min(workers, heads);
  while (heads % most !== 0) most -= 1;
  return { numHeads: heads, workers: most };
}

/** Heads are numbered across all workers: the second worker's first head is not head 1. */
class WorkerStore extends PanelStore<WorkerOptions> {
  override labels(step: Step, axis: number, batch: number): string[] | undefined {
    const { worker } = step.scope;
    if (worker === undefined || axisNames(step)[axis] !== 'head') {
      return super.labels(step, axis, batch);
    }
    const own = step.shape[axis]!;
    return Array.from({ length: own }, (_, head) => this.headName(worker * own + head));
  }
}

function storeOf(
  make: PanelTrace<WorkerOptions>['make'],
  first: PanelTrace<WorkerOptions>['first'],
  options: WorkerOptions,
  lang: Language,
): PanelStore<WorkerOptions> {
  const panel: PanelTrace<WorkerOptions> = {
    make,
    tokens: ({ tokens }) => ({ sentences: [tokens], memory: [] }),
    first,
    steps: { en: enSteps, zh: zhSteps },
    part: ({ scope: { worker } }, _, language) =>
      worker === undefined ? '' : fill(WORDS[language].worker, { n: worker + 1 }),
    seed: ({ seed }) => seed,
  };
  return new WorkerStore(panel, options, lang);
}

function randomLayer({ tokens, numHeads, seed }: WorkerOptions): TraceAttentionOptions {
  return { tokens: [tokens], dModel: WIDTH, numHeads, seed };
}

export function sharedStore(
  options: WorkerOptions,
  lang: Language,
  models: LearnedModels,
): PanelStore<WorkerOptions> {
  const make = (engine: AttentionPlayground, own: WorkerOptions): Trace =>
    engine.traceAttention({
      ...layerOf(engine, models, own, randomLayer(own)),
      workers: own.workers,
    });
  return storeOf(make, { step: 'output', cell: [0, 0, 0] }, options, lang);
}

/** The same layer on a single worker. */
export function aloneStore(
  options: WorkerOptions,
  lang: Language,
  models: LearnedModels,
): PanelStore<WorkerOptions> {
  const make = (engine: AttentionPlayground, own: WorkerOptions): Trace =>
    engine.traceAttention(layerOf(engine, models, own, randomLayer(own)));
  return storeOf(make, { step: 'output' }, options, lang);
}
