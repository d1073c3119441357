// The tasks that models are trained for, each with a pass of its model over one example: the options of a trace.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';

/** The names in the types. */
export const taskNames = (() => {
  const types = readFileSync(join(root, 'web/engine/types/tasks.ts'), 'utf8');
  const [, union] = types.match(/export type TaskName =([^;]+);/);
  return [...union.matchAll(/\| '([\w-]+)'/g)].map(([, name]) => name);
})();

/** `ap` is an engine that trains; `count` shortens long examples. */
export function taskPass(ap, name, count = 12) {
  const { model, examples } = ap.task(name, { count: 1, heldOut: 0 });
  const [{ source, target, labels }] = examples;
  const isLong = (target ?? source).length > count && !source;
  const part = (list) => (isLong ? list.slice(0, count) : list);
  return {
    ...model,
    ...(source && { source: [source] }),
    ...(target && { target: [part(target)] }),
    labels: [part(labels)],
  };
}
