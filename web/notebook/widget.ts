// For anywidget: a model of a notebook's kernel, shown as an element. Jupyter, marimo and MyST books read `render`.

/** What a notebook's front end keeps in step with its kernel: https://anywidget.dev. */
export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/** An element by what it is told: it is registered by the script that this module is built into. */
type Properties = Record<string, unknown>;

/** What the kernel sets, by its names, as properties of `<attention-trace>`, with what these are where nothing is set. */
const TRACE = {
  source: ['source', ''],
  tokens: ['tokens', null],
  key_tokens: ['keyTokens', null],
  step: ['step', ''],
  head: ['head', 0],
  weights_view: ['weightsView', ''],
  lang: ['lang', ''],
} as const;

/** What a person chooses, and the kernel is told. */
const CHOSEN = ['step', 'head'] as const;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Shows numbers, where the model has a `source`, as `<attention-trace>`; else `<attention-playground>` with the attributes in
 * `settings`. Follows the model, and tells it which step and head a person chooses. Returns what ends it.
 */
export function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const listeners = new Map<string, () => void>();
  const listen = (name: string, listener: () => void): void => {
    listeners.set(`change:${name}`, listener);
    model.on(`change:${name}`, listener);
  };
  let shown = open();
  function open(): HTMLElement {
    const one = isGiven(model.get('source')) ? traceOf(model) : playgroundOf(model);
    el.replaceChildren(one);
    return one;
  }
  for (const [name, [property, none]] of Object.entries(TRACE)) {
    listen(name, () => {
      const value = model.get(name);
      // Numbers take the playground's place, and the other way round.
      if (name === 'source' && isGiven(value) !== isTrace(shown)) shown = open();
      else if (name === 'lang' || isTrace(shown)) {
        const properties = shown as unknown as Properties;
        if (properties[property] !== value) properties[property] = value ?? none;
      }
    });
  }
  listen('settings', () => {
    if (!isTrace(shown)) shown = open();
  });
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    el.replaceChildren();
  };
}

const isTrace = (shown: HTMLElement): boolean => shown.localName === 'attention-trace';

function traceOf(model: WidgetModel): HTMLElement {
  const shown = document.createElement('attention-trace');
  const properties = shown as unknown as Properties;
  for (const [name, [property, none]] of Object.entries(TRACE)) {
    properties[property] = model.get(name) ?? none;
  }
  shown.addEventListener('change', () => {
    const changed = CHOSEN.filter((name) => model.get(name) !== properties[name]);
    for (const name of changed) model.set(name, properties[name]);
    if (changed.length > 0) save(model);
  });
  return shown;
}

/** Where a page has no kernel, as a book made with MyST, a model may refuse: what is shown does not depend on it. */
function save(model: WidgetModel): void {
  try {
    model.save_changes();
  } catch {
    // There is nobody to be told.
  }
}

function playgroundOf(model: WidgetModel): HTMLElement {
  const shown = document.createElement('attention-playground');
  const settings = Object.entries((model.get('settings') ?? {}) as Record<string, unknown>);
  for (const [name, value] of [['lang', model.get('lang')] as const, ...settings]) {
    if (isGiven(value) && value !== false && value !== '') {
      shown.setAttribute(name, value === true ? '' : String(value));
    }
  }
  return shown;
}

export default { render };
