import type { Step } from '../../engine/types/index.js';
import { axisNames } from '../../trace/axes.js';
import { hasMemory, isTransformer } from '../state.js';
import type { PlaygroundStore } from '../store.js';

/** The query token and the key token of the active cell in a sentence. */
export function activeTokens(
  store: PlaygroundStore,
  side: 'sentences' | 'memory',
  line: number,
): { query?: number; key?: number } {
  const { active } = store;
  const step = active && store.step(active.path);
  if (!active || !step) return {};
  const names = axisNames(step);
  const at = (name: string): number | undefined => {
    const axis = names.findIndex((one) => one === name);
    const broadcast = step.role === 'mask' && step.shape[axis] === 1;
    if (axis < 0 || broadcast) return undefined;
    // A row of a head that a fault has cut is no token.
    const isPlace = name === 'batch' || store.labels(step, axis, line) !== undefined;
    return isPlace ? active.index[axis] : undefined;
  };
  if ((at('batch') ?? line) !== line) return {};
  if (isTransformer(store.state)) return followedTokens(store, side, step, active.index);
  const cross = hasMemory(store.state);
  if (side === 'memory') return { key: at('key') ?? at('memory_token') };
  return { query: at('query') ?? at('token'), key: cross ? undefined : at('key') };
}

/** In a Transformer the step tells whose words it runs over; `<sos>` precedes those of the target. */
function followedTokens(
  store: PlaygroundStore,
  side: 'sentences' | 'memory',
  step: Step,
  index: readonly number[],
): { query?: number; key?: number } {
  const second = side === 'memory' || store.state.model === 'encoder-only';
  const place = second ? 'source' : 'target';
  const before = store.state.model === 'encoder-decoder' && !second ? 1 : 0;
  const at = (name: string): number | undefined => {
    const axis = step.shape.findIndex((_, i) => store.follows(step, i) === name);
    if (axis < 0 || step.shape[axis] === 1 || !store.labels(step, axis, 0)) return undefined;
    const found = index[axis]! - before;
    return found < 0 ? undefined : found;
  };
  const across = step.scope.part === 'cross_attention';
  const isKey = axisNames(step).includes('key') && across && second;
  const own = at(place);
  return isKey ? { key: own } : { query: own, key: at(`${place}_key`) };
}
