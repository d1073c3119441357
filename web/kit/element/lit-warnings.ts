// Hosts that are being developed read the development build of Lit, which tells everybody's console that it is one. Who embeds an
// element has not chosen it, so it keeps that to itself; whatever else it warns of is said.

declare global {
  /** What Lit has warned of, or is not to: by code. */
  var litIssuedWarnings: Set<string | undefined> | undefined;
}

(globalThis.litIssuedWarnings ??= new Set()).add('dev-mode');

export {};
