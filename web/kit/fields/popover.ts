import type { ReactiveController, ReactiveElement } from 'lit';
import { whenDrawn } from '../element/when-drawn.js';

/** What a button of an element opens over the page. */
interface Opened {
  isOpen(): boolean;
  /** Has it closed with the next update. */
  close(): void;
  /** What gets the focus back. */
  button(): HTMLElement | null;
}

/**
 * Closes what an element opens over the page: by Escape, by a press anywhere else, and when the focus goes elsewhere.
 * The focus goes back to the button, unless something else was chosen.
 */
export class Popover implements ReactiveController {
  constructor(
    private readonly host: ReactiveElement,
    private readonly opened: Opened,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.host.addEventListener('keydown', this.onKey);
    this.host.addEventListener('focusout', this.onFocusOut);
    document.addEventListener('pointerdown', this.onPress, true);
  }

  hostDisconnected(): void {
    this.host.removeEventListener('keydown', this.onKey);
    this.host.removeEventListener('focusout', this.onFocusOut);
    document.removeEventListener('pointerdown', this.onPress, true);
  }

  private goBack(): void {
    whenDrawn(this.host, () => this.opened.button()?.focus({ preventScroll: true }));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    if (!this.opened.isOpen()) return;
    event.preventDefault();
    event.stopPropagation();
    this.opened.close();
    this.goBack();
  };

  /** Nothing is focused while the window loses the focus, or after a press on what takes none: then it stays. */
  private readonly onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node) || !this.opened.isOpen()) return;
    if (relatedTarget === this.host || this.host.renderRoot.contains(relatedTarget)) return;
    this.opened.close();
  };

  private readonly onPress = (event: PointerEvent): void => {
    if (event.composedPath().includes(this.host) || !this.opened.isOpen()) return;
    this.opened.close();
    // The press moves the focus only after this.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) this.goBack();
    });
  };
}
