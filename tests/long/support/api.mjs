// What there is to call and to give, as the API itself and its types say.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/lib/run.mjs';

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
  'gradientsHandle',
  'hold',
  'letGo',
]);
/** What a resident tensor says of itself is read by every call; where a model lies is the engine's own business. */
const plain = new Set(['tensor.shape', 'tensor.disposed', 'model.memory']);

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

/** Names of all options in the types of web/engine. */
export function optionsOf() {
  const folder = join(root, 'web/engine');
  const found = new Set();
  for (const file of readdirSync(folder).filter((name) => /types\.ts$/.test(name))) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(folder, file), 'utf8'),
      ts.ScriptTarget.Latest,
    );
    source.forEachChild((node) => {
      if (!ts.isInterfaceDeclaration(node) || !/(Options|Switches)$/.test(node.name.text)) return;
      if (node.name.text === 'LoadOptions') return; // of load(), which tests/node has
      for (const { name } of node.members) found.add(name.text);
    });
  }
  return [...found];
}
