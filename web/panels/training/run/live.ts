import type {
  AttentionPlayground,
  Task,
  TaskExample,
  Tensor,
} from '../../../engine/types/index.js';
import { padded, paddingToken } from '../../../text/index.js';
import { axisNames } from '../../../trace/axes.js';
import { sentenceOf } from '../../../trace/scopes.js';
import type { Labels } from '../../../trace/word-labels.js';
import { PanelStore, type PanelTrace } from '../../panel-store.js';

/** A pass of a model that is being trained, over some examples. */
export interface Pass {
  model: Task['model'];
  parameters: Readonly<Record<string, Tensor>>;
  examples: readonly TaskExample[];
}

/** The words of the examples, and of the vocabulary. */
export function labelsOf({ model, examples }: Pick<Pass, 'model' | 'examples'>): Labels {
  const sides = {
    source: examples.map(({ source = [] }) => source),
    target: examples.map(({ source = [], target = source }) => target),
  };
  return (step, axis, batch) => {
    if (axisNames(step)[axis] === 'vocabulary') return [...(model.vocabulary ?? [])];
    const sentence = sentenceOf(step, axis);
    if (!sentence) return undefined;
    // A table of all positions does not run over words.
    if (!step.axes.includes('batch')) return undefined;
    const names = padded(sides[sentence], batch);
    const missing = Math.max(0, step.shape[axis]! - names.length);
    return [...names, ...Array.from({ length: missing }, () => paddingToken)];
  };
}

/** The sentences as a pass takes them. */
export function sentencesOf(examples: readonly TaskExample[]): {
  source?: string[][];
  target?: string[][];
} {
  const all = (side: 'source' | 'target') =>
    examples.flatMap((example) => (example[side] ? [example[side]] : []));
  const [source, target] = [all('source'), all('target')];
  return { ...(source.length > 0 && { source }), ...(target.length > 0 && { target }) };
}

const panel: PanelTrace<Pass> = {
  make: (engine: AttentionPlayground, { model, parameters, examples }) =>
    engine.traceTransformer({ ...model, parameters, ...sentencesOf(examples) }),
  tokens: labelsOf,
  first: { step: '' },
};

/** The steps of the model at a moment, over an example: what a head looks at then. */
export class LiveStore extends PanelStore<Pass> {
  constructor(pass: Pass, lang: 'en' | 'zh') {
    super(panel, pass, lang);
  }

  /** The steps of this moment are what was trained: nothing is edited in it. */
  override edit(): void {}

  override paste(): void {}

  /** Weights of queries over keys, in the order of the pass. */
  get attentions(): readonly string[] {
    return this.steps
      .filter(({ role, axes }) => role === 'weights' && axes.at(-1) === 'key')
      .map(({ path }) => path);
  }
}
