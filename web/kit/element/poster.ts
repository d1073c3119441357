import type { ReactiveController, ReactiveElement } from 'lit';

/**
 * What an element shows until its first numbers are drawn, or until they cannot be: what the page has put into the slot
 * `poster`. It is there before texts and scripts are. Styles know by the state `drawn` how long room is to be kept free
 * (web/styles/host.ts).
 */
export class Poster implements ReactiveController {
  private readonly internals: ElementInternals;
  private slot: HTMLSlotElement | undefined;
  /** The room that it takes, or took, when it was last measured, in CSS pixels. */
  height = 0;

  /** `stays`: also where nothing can be drawn, beside what is said of that. */
  constructor(
    private readonly host: ReactiveElement,
    { stays = false } = {},
  ) {
    this.internals = host.attachInternals();
    host.addController(this);
    host.addEventListener('load', this.end);
    if (!stays) host.addEventListener('error', this.remove);
  }

  hostConnected(): void {
    const root = this.host.shadowRoot;
    if (this.slot || !root) return;
    const slot = document.createElement('slot');
    slot.name = 'poster';
    slot.addEventListener('slotchange', () =>
      slot.classList.toggle('filled', slot.assignedElements().length > 0),
    );
    root.prepend(slot);
    this.slot = slot;
  }

  /** Reads the layout: to be called before it gives way. */
  measure(): void {
    this.height = this.slot?.offsetHeight || this.height;
  }

  private readonly end = (event: Event): void => {
    if (event.target !== this.host) return;
    this.remove();
    this.internals.states.add('drawn');
  };

  private readonly remove = (event?: Event): void => {
    if (!event || event.target === this.host) this.slot?.remove();
  };
}
