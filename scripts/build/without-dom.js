// What the bundled Lit touches while it is imported. Where there is no DOM (in Node, on a server) it finds these stand-ins,
// so that the import does nothing instead of throwing. Lit's own build for Node has the same, but bundles more.

export const HTMLElement = globalThis.HTMLElement ?? class {};
export const CSSStyleSheet = globalThis.CSSStyleSheet ?? class {};
export const document = globalThis.document ?? { createTreeWalker: () => ({}) };
