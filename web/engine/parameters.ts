import { describe, fail } from './errors.js';
import { Given, type Handles } from './handles.js';
import { requireObject } from './options.js';
import type { TensorLike } from './types.js';

/** More than twice the length of any parameter's path. */
const longestPath = 100;

/** Given parameters by the path of their step, as options of a request. */
export function parameterHandles(
  handles: Handles,
  parameters: Readonly<Record<string, TensorLike>> | undefined,
): Record<string, Given> {
  if (parameters === undefined) return {};
  requireObject(parameters, 'parameters');
  // First, because an error about a tensor names it by its path.
  for (const path of Object.keys(parameters)) requirePath(path, 'parameters');
  const named = Object.entries(parameters).map(([path, tensor]) => [
    `parameters.${path}`,
    new Given(handles.tensor(tensor, path)),
  ]);
  return Object.fromEntries(named) as Record<string, Given>;
}

/** Throws if no parameter can have this path. */
export function requirePath(path: unknown, argument: string): void {
  // Texts of the core end at a null.
  const possible = typeof path === 'string' && path !== '' && !path.includes('\0');
  if (possible && path.length <= longestPath) return;
  fail('step', argument, path === '' ? 'an empty path' : describe(path), 'the path of a parameter');
}
