import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Step } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { boxWithin } from '../../kit/drawing/places.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { notation } from '../../kit/formulas/tex.js';
import { afterFigures } from '../../kit/element/turns.js';
import { roleColours } from '../../styles/controls.js';
import { base } from '../../styles/index.js';
import { blockTitle, blockWith, type Block } from '../../trace/blocks.js';
import { fill, stepPlace, stepTitle } from '../../trace/names.js';
import { hueOf } from '../../trace/operations.js';
import { changedSizes, shapeText, spokenShape } from '../../trace/shapes.js';
import { separateHeads, stopOf, type Stop } from '../../trace/stops.js';
import type { TraceStore } from '../../trace/store.js';
import { ribbonStyles } from './styles.js';

/** The walk as one line: previous, play and next, how far one is, and a strip of the stops' shapes. */
export class ApRibbon extends StoreElement {
  static override styles = [base, roleColours, ribbonStyles];

  private shown = '';

  protected override scheduleUpdate(): void | Promise<unknown> {
    return afterFigures(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    const words = store.t.ui;
    return html`<nav class="ribbon" aria-label=${words.ribbon}>
      ${this.renderTurn(store)} ${this.renderButtons(store)} ${this.renderPlace(store)}
      ${this.renderHeads(store)}
      ${store.walksByBlock ? this.renderBlock(store) : this.renderStrip(store, withCurrent(store))}
    </nav>`;
  }

  private renderStrip(store: TraceStore, stops: readonly Stop[]): TemplateResult {
    return html`<ol class="strip">
      ${stops.map((stop) => html`<li>${this.renderStop(store, stop)}</li>`)}
    </ol>`;
  }

  /** How far the walk is, in numbers and as a line; in a long walk, in which block. */
  private renderPlace(store: TraceStore): TemplateResult | typeof nothing {
    const { stops, current } = store;
    const total = stops.length;
    if (!current || total === 0) return nothing;
    const n = stops.findIndex((stop) => stop.includes(current)) + 1;
    const place = stepPlace(store, current);
    return html`<div class="place" title=${place || nothing}>
        <span class="count">${n || '–'} / ${total}</span>
        ${place ? html`<b class="where">${place}</b>` : nothing}
      </div>
      <progress class="way" aria-hidden="true" max=${total} value=${n}></progress>`;
  }

  /** In a long walk: the block of the current step, between the blocks before and after it. */
  private renderBlock(store: TraceStore): TemplateResult {
    const { blocks } = store;
    const all = withCurrent(store);
    const block = blockWith(blocks, store.state.step);
    const at = block ? blocks.indexOf(block) : -1;
    const stopsIn = ({ steps }: Block): Stop[] => all.filter(([first]) => steps.includes(first!));
    const walked = (list: readonly Block[]): Block[] =>
      list.filter((one) => stopsIn(one).length > 0);
    const before = walked(blocks.slice(0, Math.max(0, at))).at(-1);
    const after = walked(blocks.slice(at + 1))[0];
    const words = store.t.ui;
    return html`${before ? this.renderJump(store, before, stopsIn(before).at(-1)!, words.blockBefore, '◂') : nothing}
    ${this.renderStrip(store, block ? stopsIn(block) : [])}
    ${after ? this.renderJump(store, after, stopsIn(after)[0]!, words.blockAfter, '▸') : nothing}`;
  }

  private renderJump(
    store: TraceStore,
    block: Block,
    [to]: Stop,
    text: string,
    sign: string,
  ): TemplateResult {
    const name = blockTitle(store.t, block);
    return html`<button
      type="button"
      class="jump"
      aria-label=${fill(text, { name })}
      title=${fill(text, { name })}
      @click=${() => to && store.goTo(to.path)}
    >
      <span aria-hidden="true">${sign}</span>
      <span class="name">${store.t.ui.blocks[block.name]}</span>
    </button>`;
  }

  /** The direction of the walk: forward, or back from the loss. */
  private renderTurn({ wayBack, current, t }: TraceStore): TemplateResult | typeof nothing {
    if (!wayBack || !current) return nothing;
    const isBack = current.gradient !== undefined;
    const choice = (detail: boolean, sign: string, name: string): TemplateResult =>
      html`<button
        type="button"
        aria-pressed=${detail === isBack}
        @click=${() => this.dispatchEvent(new CustomEvent('ap-turn', { detail, bubbles: true }))}
      >
        <span class="sign" aria-hidden="true">${sign}</span><span>${name}</span>
      </button>`;
    return html`<div class="turn" role="group" aria-label=${t.ui.direction}>
      ${choice(false, '⇥', t.ui.forward)}${choice(true, '⇤', t.ui.backward)}
    </div>`;
  }

  private renderButtons(store: TraceStore): TemplateResult {
    const words = store.t.ui;
    const { stops, current } = store;
    const none = stops.length === 0;
    const at = (stop: Stop | undefined): boolean => !current || (stop?.includes(current) ?? true);
    return html`<div class="go" title=${words.keys}>
      <button type="button" ?disabled=${none || at(stops[0])} @click=${() => store.previous()}>
        <span aria-hidden="true">←</span> <span>${words.previous}</span>
      </button>
      <button
        type="button"
        class="play"
        aria-pressed=${store.playing}
        ?disabled=${none}
        @click=${() => store.play(!store.playing)}
      >
        <span aria-hidden="true">${store.playing ? '❚❚' : '▶'}</span>
        <span>${store.playing ? words.pause : words.play}</span>
      </button>
      <button type="button" ?disabled=${none || at(stops.at(-1))} @click=${() => store.next()}>
        <span>${words.next}</span> <span aria-hidden="true">→</span>
      </button>
    </div>`;
  }

  /** A choice of the head whose steps are in the strip, if each head has its own. */
  private renderHeads(store: TraceStore): TemplateResult | typeof nothing {
    const count = separateHeads(store.steps);
    if (count < 2) return nothing;
    return html`<label class="heads">
      <span class="only-read-aloud">${store.t.axes.head}</span>
      <select @change=${(event: Event) => this.chooseHead(store, event)}>
        ${Array.from(
          { length: count },
          (_, i) =>
            html`<option value=${i} .selected=${live(i === store.state.head)}>
              ${store.headName(i)}
            </option>`,
        )}
      </select>
    </label>`;
  }

  private chooseHead(store: TraceStore, event: Event): void {
    const head = Number((event.target as HTMLSelectElement).value);
    const { current } = store;
    const sibling =
      current?.scope.head === undefined ? undefined : store.headSiblings(current)[head];
    if (sibling) store.goTo(sibling.path);
    else store.updateView({ head });
  }

  /** A stop is one button; one of three lanes has a button for each, whose symbols stand side by side. */
  private renderStop(store: TraceStore, stop: Stop): TemplateResult {
    const here = stop.some(({ path }) => path === store.state.step);
    const shapes = stop.filter(
      (step, i) => stop.findIndex((other) => shapeText(other) === shapeText(step)) === i,
    );
    return html`<div class="stop ${stop.length > 1 ? 'several' : ''} ${here ? 'here' : ''}">
      <div class="symbols">${stop.map((step) => this.renderLane(store, stop, step))}</div>
      <span class="shape" aria-hidden="true"
        >${shapes.map((step, i) => html`${i > 0 ? ' · ' : ''}${renderShape(store, step)}`)}</span
      >
    </div>`;
  }

  private renderLane(store: TraceStore, stop: Stop, step: Step): TemplateResult {
    const current = step.path === store.state.step;
    const n = store.stops.indexOf(stop) + 1;
    const place = n > 0 ? fill(store.t.ui.stepOf, { n, total: store.stops.length }) : '';
    const { comma } = store.t.proof;
    const spoken = `${stepTitle(store, step)}${comma}${spokenShape(store, step)}`;
    return html`<button
      type="button"
      class="lane role-${hueOf(step)} ${n > 0 ? '' : 'off'}"
      data-step=${step.path}
      data-shape=${step.shape.join()}
      title=${spoken}
      aria-current=${current ? 'step' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => store.goTo(step.path)}
    >
      <span class="symbol" aria-hidden="true">${notation(step.notation.symbol)}</span>
      <span class="only-read-aloud">${place ? `${spoken}${comma}${place}` : spoken}</span>
    </button>`;
  }

  protected override updated(): void {
    const { stops = [], state } = this.store ?? {};
    const here = [state?.step, ...stops.map(([first]) => first?.path)].join(' ');
    if (here === this.shown) return;
    const hadFocus = this.renderRoot.querySelector('.lane:focus') !== null;
    const button = this.renderRoot.querySelector<HTMLElement>('.lane[aria-current]');
    if (!button) return;
    this.shown = here;
    if (hadFocus) button.focus({ preventScroll: true });
    requestAnimationFrame(() => reveal(button));
  }
}

/** An opened parameter is not a stop of the walk, but the strip shows it while it is current. */
function withCurrent(store: TraceStore): readonly Stop[] {
  const { stops, current, steps } = store;
  if (!current || stopOf(stops, current)) return stops;
  const at = steps.indexOf(current);
  const before = stops.filter(([first]) => steps.indexOf(first!) < at);
  return [...before, [current], ...stops.slice(before.length)];
}

function renderShape(store: TraceStore, step: Step): TemplateResult {
  const first = step.inputs[0];
  const changed = changedSizes(step, first === undefined ? undefined : store.step(first));
  const last = step.shape.length - 1;
  return html`(${step.shape.map(
    (size, i) =>
      html`<span class=${changed[i] ? 'changed' : ''}>${size}</span>${i < last ? ',' : ''}`,
  )})`;
}

/** Scrolls only the strip, so that the current stop is in sight. */
function reveal(button: HTMLElement): void {
  const [strip, stop] = ['.strip', '.stop'].map((one) => button.closest<HTMLElement>(one));
  if (!strip || !stop) return;
  const { left, right } = boxWithin(stop, strip);
  const width = strip.offsetWidth;
  const room = Math.min(90, width / 4);
  if (left < room) strip.scrollLeft += left - room;
  else if (right > width - room) strip.scrollLeft += right - width + room;
}

define('ap-ribbon', ApRibbon);

declare global {
  interface HTMLElementTagNameMap {
    'ap-ribbon': ApRibbon;
  }
}
