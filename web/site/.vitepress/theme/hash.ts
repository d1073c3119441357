import { repairedHash } from '../../../kit/input/hash';

/**
 * Anybody can edit an address, and links from before have quotes. VitePress fails on a part behind `#` that is not well
 * encoded or has a quote in it, so such a part is written anew before VitePress sees it; the playground reads it and says
 * what it could not use.
 */
export function repairHash(): void {
  const hash = repairedHash(location.hash);
  if (hash !== undefined) history.replaceState(history.state, '', `#${hash}`);
}
