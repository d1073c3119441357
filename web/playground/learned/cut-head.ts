import type { Step } from '../../engine/types/index.js';
import { scopeKey } from '../../trace/scopes.js';
import type { PlaygroundStore } from '../store.js';

/** A head whose context can be cut out. */
export interface CuttableHead {
  attention: string;
  head: number;
  context: Step;
}

/** The head that is shown, or of the last attention if the current step belongs to none. */
export function headShown(store: PlaygroundStore): CuttableHead | undefined {
  const { current, steps } = store;
  const contexts = steps.filter(({ name, gradient }) => name === 'context' && !gradient);
  const key = current && scopeKey(current);
  const context = contexts.find((step) => scopeKey(step) === key) ?? contexts.at(-1);
  if (!context) return undefined;
  const heads = context.shape[1]!;
  const { head } = store.state;
  return {
    attention: context.path.replace(/\.?context$/, ''),
    head: head < heads ? head : 0,
    context,
  };
}

/** Whether its whole context has been made 0 by hand. */
export function isCut(store: PlaygroundStore, { head, context }: CuttableHead): boolean {
  const { path, shape } = context;
  const byHand = store.state.edits.some((edit) => edit.path === path && edit.index[1] === head);
  if (!byHand) return false;
  const [batches, heads, rows, width] = shape as [number, number, number, number];
  const { data } = store.tensor(path);
  const size = rows * width;
  return Array.from({ length: batches }, (_, batch) => (batch * heads + head) * size).every(
    (first) => data.subarray(first, first + size).every((value) => value === 0),
  );
}

/** Takes the edits of a head's context back. */
export function putBack(store: PlaygroundStore, { head, context }: CuttableHead): void {
  store.update({
    edits: store.state.edits.filter(
      ({ path, index }) => path !== context.path || index[1] !== head,
    ),
  });
}
