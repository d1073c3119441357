// What there is to call and to give, as the API itself and its tables of options say.

import { namesOf, tables } from '../../node/engine/support/tables.mjs';

/** Names of what an object's class has, whatever it is: methods and getters. */
function members(object) {
  const prototype = Object.getPrototypeOf(object);
  const names = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype);
  const symbols = Object.getOwnPropertySymbols(prototype).includes(Symbol.dispose);
  const all = [...names, ...Object.keys(object), ...(symbols ? ['Symbol.dispose'] : [])];
  return all.filter((name) => !internal.has(name));
}

/** For the engine's own use: not in its types. */
const internal = new Set([
  'constructor',
  'open',
  'idsOf',
  'passRequest',
  'tracePass',
  'trained',
  'gradientsHandle',
  'hold',
  'letGo',
]);
/**
 * What a resident tensor says of itself is read by every call; where a model lies is the engine's own business; which
 * module was loaded stays as it is.
 */
const plain = new Set([
  'tensor.shape',
  'tensor.disposed',
  'model.memory',
  'ap.simd',
  'worker.simd',
]);

/** "ap.matmul", "trace.set", …: every function and getter that the API has. */
export function functionsOf(ap, worker) {
  const model = ap.transformer({ vocabulary: ['a'], dModel: 1, nhead: 1 });
  const batch = { source: [['a']], target: [['a']], labels: [['a']] };
  const objects = {
    ap,
    trainer: ap.trainer({ model, batches: [batch] }),
    worker,
    model,
    tensor: ap.tensor([1]),
    trace: ap.traceAttention({ x: [[1]] }),
  };
  const names = Object.entries(objects).flatMap(([name, object]) =>
    members(object).map((member) => `${name}.${member}`),
  );
  for (const held of [objects.trainer, model, objects.tensor, objects.trace]) held.dispose();
  const tokens = ['token.trace', 'token.retain', 'sequence.next', 'sequence.return'];
  return [...names, ...tokens].filter((name) => !plain.has(name));
}

/** Names of all options of all functions but `load` and `loadWorker`, which tests/node has. */
export function optionsOf() {
  const { load: _, loadWorker: __, ...others } = tables;
  return [...new Set(Object.values(others).flatMap(namesOf))];
}
