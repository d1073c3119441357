import { engineError } from '../errors.js';

/** A file of the package: its address, or its bytes, where one script brings all with it (scripts/build/single.mjs). */
export type Asset = URL | Promise<Uint8Array<ArrayBuffer>>;

/**
 * The bytes of a file. Rejects with an error `unavailable` or `network` that names its address; `argument` is what asked
 * for it.
 */
export async function readAsset(asset: Asset, argument: string): Promise<Uint8Array<ArrayBuffer>> {
  if (asset instanceof Promise) return asset;
  const { href } = asset;
  const blame = (code: 'unavailable' | 'network', found: string, cause?: unknown): Error =>
    engineError({ code, argument, actual: `${href} (${found})`, expected: '' }, cause);
  let response;
  try {
    response = await fetch(href);
  } catch (cause) {
    throw blame('network', String(cause), cause);
  }
  if (!response.ok) throw blame('unavailable', String(response.status));
  return new Uint8Array(await response.arrayBuffer());
}
