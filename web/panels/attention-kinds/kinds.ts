import type { Step } from '../../engine/types/index.js';
import type { TraceStore } from '../../trace/store.js';
import type { Side } from './pair.js';

export const KINDS = ['encoder', 'decoder', 'cross'] as const;
export type KindName = (typeof KINDS)[number];

const PLACES = {
  encoder: { stack: 'encoder', part: 'self_attention' },
  decoder: { stack: 'decoder', part: 'self_attention' },
  cross: { stack: 'decoder', part: 'cross_attention' },
} as const satisfies Record<KindName, object>;

/** The sentence that queries come from, and the one that keys come from. */
export const SIDES: Record<KindName, { query: Side; key: Side }> = {
  encoder: { query: 'source', key: 'source' },
  decoder: { query: 'target', key: 'target' },
  cross: { query: 'target', key: 'source' },
};

/** What Q, K and V are projected from, by the place of that step. */
export type Origin = 'source' | 'encoding' | 'encoder' | 'target' | 'decoder';

export interface Feed {
  step: Step;
  origin: Origin;
  /** Those of Q, K and V that are projected from it. */
  feeds: Step[];
}

/** One kind of attention, read from its steps. */
export interface Kind {
  name: KindName;
  feeds: Feed[];
  masks: Step[];
  /** The input of softmax: with the mask added, if there is one. */
  scores: Step;
  weights: Step;
  context: Step;
  /** The existing steps between Q, K, V and the output. */
  walk: Step[];
}

/** Where the attention of a kind is; of the lower stack the last layer is shown instead of one that it lacks. */
function scopeOf(store: TraceStore, name: KindName, layer: number): string {
  const { stack, part } = PLACES[name];
  const scope = `${stack}.${layer}.${part}`;
  const isThere = layer === 0 || store.step(`${scope}.weights`) !== undefined;
  return isThere ? scope : scopeOf(store, name, layer - 1);
}

export function kindOf(store: TraceStore, name: KindName, layer: number): Kind | undefined {
  const scope = scopeOf(store, name, layer);
  const at = (step: string): Step | undefined => store.step(`${scope}.${step}`);
  const walk = ['scores', 'scaled_scores', 'masked_scores', 'weights', 'context'].flatMap(
    (step) => at(step) ?? [],
  );
  const weights = at('weights');
  const context = at('context');
  const scores = weights && store.step(weights.inputs[0]!);
  if (!scores || !context) return undefined;
  const masks = (at('masked_scores')?.inputs ?? []).flatMap((path) => {
    const step = store.step(path);
    return step?.role === 'mask' ? [step] : [];
  });
  return {
    name,
    feeds: feedsOf(
      store,
      name,
      ['q', 'k', 'v'].flatMap((step) => at(step) ?? []),
    ),
    masks,
    scores,
    weights,
    context,
    walk,
  };
}

/** Groups projections of the same step. */
function feedsOf(store: TraceStore, name: KindName, projections: readonly Step[]): Feed[] {
  const found: Feed[] = [];
  for (const projection of projections) {
    const step = store.step(projection.inputs[0]!);
    if (!step) continue;
    const known = found.find((feed) => feed.step === step);
    if (known) known.feeds.push(projection);
    else found.push({ step, origin: originOf(step, name), feeds: [projection] });
  }
  return found;
}

/** Within the encoder its state is not yet its output. */
function originOf({ scope }: Step, name: KindName): Origin {
  if (scope.stack === 'encoder') return name === 'encoder' ? 'encoding' : 'encoder';
  return scope.stack ?? scope.sentence ?? 'source';
}
