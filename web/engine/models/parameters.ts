import { describe, fail } from '../errors.js';
import { Given, type Handles } from '../module/handles.js';
import { requireObject } from '../options/values.js';
import type { TensorLike } from '../types/index.js';

/** More than twice the length of any parameter's path. */
const longestPath = 100;

/** Of their options in a request. */
const prefix = 'parameters.';

/** Of `ap.transformer`, which reads files, too: web/engine/models/make-transformer.ts. */
export const acceptedOfModels =
  'tensors by path, or the bytes of a file: await readFile(path), await (await fetch(url)).arrayBuffer()';

/** Given parameters by the path of their step, as options of a request. */
export function parameterHandles(
  handles: Handles,
  parameters: Readonly<Record<string, TensorLike>> | undefined,
  accepted = 'tensors by path; ap.transformer takes the bytes of a file, too',
): Record<string, Given> {
  if (parameters === undefined) return {};
  requireObject(parameters, 'parameters', accepted);
  // First, because an error about a tensor names it by its path.
  for (const path of Object.keys(parameters)) requirePath(path, 'parameters');
  const named = Object.entries(parameters).map(([path, tensor]) => [
    prefix + path,
    new Given(handles.parameter(tensor, path)),
  ]);
  return Object.fromEntries(named) as Record<string, Given>;
}

/** The paths of the parameters among the options of a request. */
export const parametersAmong = (asked: object): string[] =>
  Object.keys(asked)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));

/** Throws if no parameter can have this path. */
export function requirePath(path: unknown, argument: string): void {
  // Texts of the core end at a null.
  const possible = typeof path === 'string' && path !== '' && !path.includes('\0');
  if (possible && path.length <= longestPath) return;
  fail('step', argument, path === '' ? 'an empty path' : describe(path), 'the path of a parameter');
}
