import type { ErrorCode } from '../types/errors.js';
import { engineError, fail } from '../errors.js';

/** A file of the package: its address, or its bytes, where one script brings all with it (scripts/build/single.mjs). */
export type Asset = URL | Promise<Uint8Array<ArrayBuffer>>;

/** Makes the error about a file, with what was found there. */
type Blame = (code: ErrorCode, found: string, cause?: unknown, expected?: string) => Error;

/**
 * Where a file of the package lies. Throws `missing`, naming `argument`, in a script that does not know its own address: a
 * CommonJS bundle has no `import.meta.url`. `expected` is what can be given instead.
 */
export function locate(asset: () => Asset, argument: string, expected: string): Asset {
  try {
    return asset();
  } catch {
    return fail(
      'missing',
      argument,
      'none, as a script that is no module does not know its address',
      expected,
    );
  }
}

/** What may be read is the program's to say: Deno refuses by these names, Node by this code. */
const refused = /^(NotCapable|PermissionDenied|ERR_ACCESS_DENIED)$/;

/** The bytes of a file on a disk, which `fetch` of Node does not read; undefined of other addresses and on pages. */
export async function readFromDisk(
  href: string,
  blame: Blame,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // A literal would make bundlers for browsers look for this module.
  const files = 'node:fs/promises';
  const fs = href.startsWith('file:') && globalThis.process?.getBuiltinModule?.(files);
  if (!fs) return undefined;
  const { readFile } = fs as typeof import('node:fs/promises');
  return readFile(new URL(href)).catch((cause: NodeJS.ErrnoException) => {
    const { code, name } = cause;
    if (!refused.test(code ?? name)) throw blame('unavailable', code ?? String(cause), cause);
    const flag = code === 'ERR_ACCESS_DENIED' ? 'node --allow-fs-read' : 'deno run -R';
    throw blame('policy', 'reading it was refused', cause, `permission to read it: ${flag}`);
  });
}

/**
 * The bytes of a file. Rejects with an error `unavailable`, `network` or `policy` that names its address, or `missing` if it
 * has none; `argument` is what asked for it.
 */
export async function readAsset(
  of: () => Asset,
  argument: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const asset = locate(of, argument, 'a module or a bundle of modules');
  if (asset instanceof Promise) return asset;
  const { href } = asset;
  const blame: Blame = (code, found, cause, expected = '') =>
    engineError({ code, argument, actual: `${href} (${found})`, expected }, cause);
  const read = await readFromDisk(href, blame);
  if (read) return read;
  let response;
  try {
    response = await fetch(href);
  } catch (cause) {
    throw blame('network', String(cause), cause);
  }
  if (!response.ok) throw blame('unavailable', String(response.status));
  return new Uint8Array(await response.arrayBuffer());
}
