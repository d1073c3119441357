import type { AttentionPlayground, Step, Trace } from '../../engine/types.js';
import { fill } from '../../i18n/fill.js';
import type { Language } from '../../i18n/index.js';
import { axisNames } from '../../trace/axes.js';
import { PanelStore, type PanelTrace } from '../panel-store.js';
import { texts as en } from './texts/en.js';
import { texts as zh } from './texts/zh.js';

export interface WorkerOptions {
  sentence: string;
  /** Of the sentence. */
  tokens: string[];
  numHeads: number;
  /** The number of workers that share the heads. */
  workers: number;
  seed: number;
}

const WORDS = { en, zh };

/** Each of up to eight heads has at least two columns. */
const WIDTH = 16;
export const HEAD_COUNTS = [2, 4, 8] as const;

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
    part: ({ scope: { worker } }, _, language) =>
      worker === undefined ? '' : fill(WORDS[language].worker, { n: worker + 1 }),
    seed: ({ seed }) => seed,
  };
  return new WorkerStore(panel, options, lang);
}

const layer = ({ tokens, numHeads, seed }: WorkerOptions) => ({
  tokens: [tokens],
  dModel: WIDTH,
  numHeads,
  seed,
});

export function sharedStore(options: WorkerOptions, lang: Language): PanelStore<WorkerOptions> {
  const make = (engine: AttentionPlayground, own: WorkerOptions): Trace =>
    engine.traceAttention({ ...layer(own), workers: own.workers });
  return storeOf(make, { step: 'output', cell: [0, 0, 0] }, options, lang);
}

/** The same layer on a single worker. */
export function aloneStore(options: WorkerOptions, lang: Language): PanelStore<WorkerOptions> {
  const make = (engine: AttentionPlayground, own: WorkerOptions): Trace =>
    engine.traceAttention(layer(own));
  return storeOf(make, { step: 'output' }, options, lang);
}
