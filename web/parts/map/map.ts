import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { MapDrawing } from '../../figures/map/drawing.js';
import { nextKey, type Direction } from '../../figures/map/keys.js';
import type { MapItem } from '../../figures/map/layout.js';
import { define } from '../../kit/element/define.js';
import { isPlain } from '../../kit/input/keys.js';
import { isStill } from '../../kit/element/motion.js';
import { boxWithin } from '../../kit/drawing/places.js';
import { Popover } from '../../kit/fields/popover.js';
import { observeSize } from '../../kit/element/size.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { afterFigures } from '../../kit/element/turns.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import { roleColours } from '../../styles/controls.js';
import { base } from '../../styles/index.js';
import { blockWith } from '../../trace/blocks.js';
import { fill, stepPlace, stepTitle } from '../../trace/names.js';
import { originOf } from '../../trace/operations.js';
import type { TraceStore } from '../../trace/store.js';
import { renderItem, type ItemView } from './items.js';
import { renderFrame, renderLine } from './lines.js';
import { mapStyles } from './styles.js';

/** Below this width in em, encoder and decoder are stacked. */
const TWO_COLUMNS = 30;

const ARROWS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/** The architecture, drawn from the recorded steps: the current step, and what leads where. */
export class ApMap extends StoreElement {
  static override styles = [base, roleColours, mapStyles];

  @property({ type: Boolean, reflect: true }) large = false;
  /** In little room the map is a strip, until the user opens it over the page. */
  @property({ type: Boolean, reflect: true }) shown = false;

  @state() private em = 0;
  @state() private focused = '';
  @query('.scroll') private readonly room!: HTMLElement | null;

  private readonly drawing = new MapDrawing();
  private stopMeasuring: (() => void) | undefined;
  private revealed = '';

  constructor() {
    super();
    new Popover(this, {
      isOpen: () => this.shown || this.large,
      close: () => (this.shown = this.large = false),
      button: () =>
        [...this.renderRoot.querySelectorAll<HTMLElement>('.fold, .size')].find(
          ({ offsetHeight }) => offsetHeight > 0,
        ) ?? null,
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    whenDrawn(this, () => {
      if (!this.room || !this.isConnected) return;
      this.stopMeasuring?.();
      this.stopMeasuring = observeSize(this.room, () => this.measure());
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopMeasuring?.();
    this.stopMeasuring = undefined;
  }

  private measure(): void {
    if (!this.room?.clientWidth) return;
    const em = this.room.clientWidth / parseFloat(getComputedStyle(this.room).fontSize);
    this.em = Math.floor(em * 10) / 10;
    // After a change of size the current step may be out of sight.
    whenDrawn(this, () => this.revealCurrent());
  }

  protected override willUpdate(): void {
    const { store } = this;
    if (!store || store.forwardBlocks.length === 0) return;
    const current = blockWith(store.forwardBlocks, this.hereIn(store));
    this.drawing.draw(
      store.forwardBlocks,
      current,
      store.session.unfolded.value,
      this.em,
      this.em < TWO_COLUMNS,
    );
  }

  /** The step that the map shows as the current one: of a gradient, the step that it belongs to. */
  private hereIn({ current, state }: TraceStore): string {
    return current ? originOf(current) : state.step;
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return afterFigures(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    const texts = store.t.map;
    const { current } = store;
    const name = current
      ? [stepPlace(store, current), stepTitle(store, current)].filter(Boolean).join(' · ')
      : '';
    return html`<section aria-label=${texts.title}>
      <header>
        <h2>${texts.title}</h2>
        <button
          type="button"
          class="fold"
          aria-expanded=${this.shown}
          aria-controls="picture"
          @click=${() => (this.shown = !this.shown)}
        >
          ${this.shown ? texts.hide : texts.show}
        </button>
        <span class="tools">
          ${
            this.isUnfolded(store)
              ? html`<button type="button" class="close" @click=${this.foldAll}>
                  ${texts.foldAll}
                </button>`
              : nothing
          }
          <button
            type="button"
            class="size"
            aria-pressed=${this.large}
            @click=${() => (this.large = !this.large)}
          >
            ${this.large ? texts.smaller : texts.larger}
          </button>
        </span>
        <p class="here">${fill(texts.here, { name })}</p>
      </header>
      <div class="body" id="picture">
        <div class="scroll">
          ${this.em > 0 ? this.renderPicture(store) : nothing}
          <p class="soft hint">
            ${isDrawn(store) ? fill(texts.untrained, { seed: store.state.seed }) : nothing}
            ${texts.hint}
          </p>
        </div>
      </div>
    </section>`;
  }

  private renderPicture(store: TraceStore): TemplateResult {
    const { picture, layout } = this.drawing;
    const here = this.drawing.keyOf(this.hereIn(store));
    const way = store.current?.gradient && this.wayBack(store);
    const stop = layout.items.some(({ key }) => key === this.focused) ? this.focused : here;
    const view = (item: MapItem): ItemView => ({
      item,
      rect: this.drawing.rectOf(item),
      here: item.key === here,
      tab: item.key === stop,
    });
    return html`<div
      class="picture"
      role="tree"
      aria-label=${store.t.map.title}
      .style="inline-size:${picture.width}em;block-size:${picture.height}em"
      @keydown=${this.onKey}
      @focusin=${this.onFocus}
      @click=${this.onClick}
    >
      ${layout.frames.map((frame) => renderFrame(store, frame, picture))}
      <svg aria-hidden="true" viewBox="0 0 ${picture.width} ${picture.height}">
        ${picture.lines.map((line) => renderLine(line, here, way))}
      </svg>
      ${repeat(
        layout.items,
        ({ key }) => key,
        (item) => renderItem(store, view(item)),
      )}
    </div>`;
  }

  /** The keys of what lies between the loss and the current gradient: the way that it came. */
  private wayBack(store: TraceStore): ReadonlySet<string> {
    const passed = new Set([this.hereIn(store)]);
    const keys = new Set([this.drawing.keyOf(this.hereIn(store))]);
    for (const { path, inputs, gradient } of store.steps) {
      if (gradient || !inputs.some((input) => passed.has(input))) continue;
      passed.add(path);
      keys.add(this.drawing.keyOf(path));
    }
    return keys;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const { store } = this;
    if (!store || this.em === 0) return;
    const { step } = store.state;
    if (step === this.revealed) return;
    // Walking moves the map's only tab stop; focus inside the map stays where it is.
    if (this.revealed && !this.renderRoot.querySelector('.item:focus')) this.focused = '';
    this.revealed = step;
    this.revealCurrent();
  }

  private revealCurrent(): void {
    const item = this.renderRoot.querySelector<HTMLElement>('.item[aria-current]');
    requestAnimationFrame(() => item && this.room && reveal(this.room, item));
  }

  private readonly onFocus = (event: FocusEvent): void => {
    this.focused = (event.target as HTMLElement).dataset.key ?? this.focused;
  };

  private readonly onClick = (event: MouseEvent): void => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('.item')?.dataset.key;
    const item = this.drawing.item(key);
    if (item) this.act(item);
  };

  /** Opens a step; folds or unfolds a block or a stack. */
  private act(item: MapItem): void {
    if (!item.step) return this.fold(item, !item.open);
    this.store?.goTo(item.step.path);
    const detail = { closed: this.shown || this.large };
    this.shown = this.large = false;
    this.dispatchEvent(new CustomEvent('ap-open', { detail, bubbles: true, composed: true }));
  }

  /** Whether the user has opened anything that is drawn. */
  private isUnfolded(store: TraceStore): boolean {
    const unfolded = store.session.unfolded.value;
    return this.drawing.layout.items.some(({ key, open }) => open && unfolded.has(key));
  }

  private readonly foldAll = (): void => {
    this.store!.session.unfolded.value = new Set();
  };

  private fold(item: MapItem, open: boolean): void {
    if (item.step || open === item.open) return;
    const { unfolded } = this.store!.session;
    const keys = new Set(unfolded.value);
    if (open) keys.add(item.key);
    else keys.delete(item.key);
    unfolded.value = keys;
    this.focused = item.key;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const item = this.drawing.item((event.target as HTMLElement).dataset.key);
    if (!item || !isPlain(event)) return;
    const direction = ARROWS[event.key];
    if (direction) this.focusItem(nextKey(this.drawing, item, direction));
    else if (event.key === 'Enter') this.act(item);
    else if (event.key === '+' || event.key === '-') this.fold(item, event.key === '+');
    else if (event.key === ' ' && !item.step) this.fold(item, !item.open);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private focusItem(key: string | undefined): void {
    if (key === undefined) return;
    this.focused = key;
    const all = [...this.renderRoot.querySelectorAll<HTMLElement>('.item')];
    const element = all.find(({ dataset }) => dataset.key === key);
    element?.focus({ preventScroll: true });
    if (!this.room || !element) return;
    // If the map itself cannot scroll, the page does.
    if (this.room.scrollHeight > this.room.clientHeight) reveal(this.room, element);
    else element.scrollIntoView({ block: 'nearest', behavior: isStill() ? 'auto' : 'smooth' });
  }
}

/** Scrolls only the map. */
function reveal(scroll: HTMLElement, item: HTMLElement): void {
  const { top, bottom } = boxWithin(item, scroll);
  const whole = scroll.offsetHeight;
  // The map may reach below the window.
  const frame = scroll.getBoundingClientRect();
  const seen = Math.min(1, (innerHeight - frame.top) / frame.height) * whole;
  const room = Math.min(70, Math.max(0, seen) / 4);
  if (top < room) scroll.scrollTop += top - room;
  else if (bottom > seen - room) scroll.scrollTop += bottom - seen + room;
}

/** Whether parameters are random. */
function isDrawn(store: TraceStore): boolean {
  return store.steps.some(({ source, op }) => source === 'parameter' && op === 'random');
}

define('ap-map', ApMap);

declare global {
  interface HTMLElementTagNameMap {
    'ap-map': ApMap;
  }
}
