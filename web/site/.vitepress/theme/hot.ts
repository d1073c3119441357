// What `npm run dev` does in the page when a text, a colour or a figure has changed: it is shown without loading the page again.

interface Drawn extends Element {
  look?: unknown;
  requestUpdate?(): void;
}

function* elements(root: ParentNode): Generator<Drawn> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* elements(element.shadowRoot);
  }
}

/** Draws every element again, with the colours and faces of now. */
export function redraw(): void {
  for (const element of elements(document)) {
    if ('look' in element) element.look = undefined;
    element.requestUpdate?.();
  }
}

type Palette = Record<string, readonly [light: string, dark: string]>;

/** Puts new colours in place of those of the running page. */
export function recolour(palette: Palette, next: Palette): void {
  Object.assign(palette, next);
  const sheets = new Set<CSSStyleSheet>();
  for (const { shadowRoot } of elements(document))
    for (const sheet of shadowRoot?.adoptedStyleSheets ?? []) sheets.add(sheet);
  for (const sheet of sheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      for (const [name, pair] of Object.entries(palette)) {
        const property = `--ap-${name}`;
        if (rule.style.getPropertyValue(property))
          rule.style.setProperty(property, `light-dark(${pair.join(', ')})`);
      }
    }
  }
  redraw();
}
