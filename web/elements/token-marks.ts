import { axisNames } from './matrix-layout.js';
import type { PlaygroundStore } from './store.js';

/** Which token of a sentence asks and which is asked, in the active cell. */
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
    return axis < 0 || broadcast ? undefined : active.index[axis];
  };
  if ((at('batch') ?? line) !== line) return {};
  const cross = store.state.kind === 'cross';
  if (side === 'memory') return { key: at('key') ?? at('memory_token') };
  return { query: at('query') ?? at('token'), key: cross ? undefined : at('key') };
}
