import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Act } from '../fields/act.js';

/** What Ctrl+Z and Ctrl+Shift+Z act on. */
export interface Undoing {
  undo(): Act;
  redo(): Act;
}

/** The element that was used last: it gets the keys while nothing on the page has the focus. */
let lastUsed: HTMLElement | undefined;

/**
 * Ctrl+Z undoes and Ctrl+Shift+Z or Ctrl+Y redoes (⌘ on a Mac), wherever the focus is in an element; and after its last
 * use, while the focus is nowhere. What was typed in a field and not yet submitted is undone by the browser.
 */
export class UndoKeys implements ReactiveController {
  /** Fields with text that was not yet submitted. */
  private readonly unsubmitted = new WeakSet<EventTarget>();

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly undoing: () => Undoing | undefined,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    const { host } = this;
    for (const name of ['pointerdown', 'focusin']) host.addEventListener(name, this.onUse);
    host.addEventListener('input', this.onInput);
    host.shadowRoot?.addEventListener('keydown', this.onKey, { capture: true });
    document.addEventListener('keydown', this.onKeyOutside);
  }

  hostDisconnected(): void {
    const { host } = this;
    for (const name of ['pointerdown', 'focusin']) host.removeEventListener(name, this.onUse);
    host.removeEventListener('input', this.onInput);
    host.shadowRoot?.removeEventListener('keydown', this.onKey, { capture: true });
    document.removeEventListener('keydown', this.onKeyOutside);
    if (lastUsed === host) lastUsed = undefined;
  }

  private readonly onUse = (): void => {
    lastUsed = this.host;
  };

  private readonly onInput = (event: Event): void => {
    const [field] = event.composedPath();
    // A field that applies every key at once has nothing that is not submitted.
    if (field instanceof HTMLElement && field.dataset.applied === undefined) {
      this.unsubmitted.add(field);
      // This event does not leave the shadow tree of its field.
      field.addEventListener('change', () => this.unsubmitted.delete(field), { once: true });
    }
  };

  /** In the shadow tree and before its parts: fields keep their keys to themselves. */
  private readonly onKey = (event: Event): void => {
    const [target] = event.composedPath();
    if (!target || !this.unsubmitted.has(target)) this.act(event as KeyboardEvent);
  };

  private readonly onKeyOutside = (event: KeyboardEvent): void => {
    if (event.target === document.body && lastUsed === this.host) this.act(event);
  };

  private act(event: KeyboardEvent): void {
    const act = actOf(event);
    const undoing = this.undoing();
    if (!act || !undoing || event.defaultPrevented || event.isComposing) return;
    void undoing[act](); // It says itself what goes wrong: see `Act`.
    event.preventDefault();
  }
}

function actOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: KeyboardEvent): keyof Undoing | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
}
