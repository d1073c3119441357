import type { TraceStore } from '../../elements/trace-store.js';
import type { Step } from '../../engine/types.js';
import type { Side } from './pair.js';

export const KINDS = ['encoder', 'decoder', 'cross'] as const;
export type KindName = (typeof KINDS)[number];

const SCOPES: Record<KindName, string> = {
  encoder: 'encoder.0.self_attention',
  decoder: 'decoder.0.self_attention',
  cross: 'decoder.0.cross_attention',
};

/** Which sentence asks, and which is asked. */
export const SIDES: Record<KindName, { query: Side; key: Side }> = {
  encoder: { query: 'source', key: 'source' },
  decoder: { query: 'target', key: 'target' },
  cross: { query: 'target', key: 'source' },
};

/** What Q, K and V are projected from, by where that step stands. */
export type Origin = 'source' | 'encoder' | 'target' | 'decoder';

export interface Feed {
  step: Step;
  origin: Origin;
  /** Which of Q, K and V are made of it. */
  feeds: Step[];
}

/** One kind of attention, as its steps say it. */
export interface Kind {
  name: KindName;
  feeds: Feed[];
  masks: Step[];
  /** What softmax is taken of: with the mask added, where there is one. */
  scores: Step;
  weights: Step;
  context: Step;
  /** Those of the steps between Q, K and V and the output that there are. */
  walk: Step[];
}

export function kindOf(store: TraceStore, name: KindName): Kind | undefined {
  const at = (step: string): Step | undefined => store.step(`${SCOPES[name]}.${step}`);
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
      ['q', 'k', 'v'].flatMap((step) => at(step) ?? []),
    ),
    masks,
    scores,
    weights,
    context,
    walk,
  };
}

/** Projections of the same step stand together. */
function feedsOf(store: TraceStore, projections: readonly Step[]): Feed[] {
  const found: Feed[] = [];
  for (const projection of projections) {
    const step = store.step(projection.inputs[0]!);
    if (!step) continue;
    const known = found.find((feed) => feed.step === step);
    if (known) known.feeds.push(projection);
    else found.push({ step, origin: originOf(step), feeds: [projection] });
  }
  return found;
}

function originOf({ scope }: Step): Origin {
  return scope.stack ?? scope.sentence ?? 'source';
}
