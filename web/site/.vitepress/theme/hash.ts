/**
 * Anybody can edit an address. VitePress fails on a part behind `#` that is not well encoded, so such a part is
 * encoded anew before VitePress sees it; the playground reads it and says what it could not use.
 */
export function repairHash(): void {
  try {
    decodeURI(location.hash);
  } catch {
    const hash = new URLSearchParams(location.hash.slice(1)).toString();
    history.replaceState(history.state, '', `#${hash}`);
  }
}
