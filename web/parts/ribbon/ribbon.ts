import { html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../../engine/types.js';
import { define } from '../../kit/define.js';
import { boxWithin } from '../../kit/places.js';
import { StoreElement } from '../../kit/store-element.js';
import { notation } from '../../kit/tex.js';
import { roleColours } from '../../styles/controls.js';
import { base } from '../../styles/index.js';
import { blockTitle, blockWith, type Block } from '../../trace/blocks.js';
import { fill, stepTitle } from '../../trace/names.js';
import { changedSizes, shapeText, spokenShape } from '../../trace/shapes.js';
import { groupsOf, separateHeads } from '../../trace/stops.js';
import type { TraceStore } from '../../trace/store.js';
import { ribbonStyles } from './styles.js';

/** The walk as one strip of shapes, each a button, with previous, next and play. */
export class ApRibbon extends StoreElement {
  static override styles = [base, roleColours, ribbonStyles];

  private shown = '';

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    const words = store.t.ui;
    return html`<nav class="ribbon" aria-label=${words.ribbon}>
      ${this.renderButtons(store)} ${this.renderHeads(store)}
      ${store.walksByBlock ? this.renderBlock(store) : this.renderStrip(store, withCurrent(store))}
      <span class="keys soft">${words.keys}</span>
    </nav>`;
  }

  private renderStrip(store: TraceStore, stops: readonly Step[]): TemplateResult {
    return html`<ol class="strip">
      ${groupsOf(stops).map((group) => this.renderGroup(store, group))}
    </ol>`;
  }

  /** In a long walk: the block of the current step, between the blocks before and after it. */
  private renderBlock(store: TraceStore): TemplateResult {
    const { blocks, stops } = store;
    const block = blockWith(blocks, store.state.step);
    const at = block ? blocks.indexOf(block) : -1;
    const stopsIn = ({ steps }: Block): Step[] => steps.filter((step) => stops.includes(step));
    const walked = (list: readonly Block[]): Block[] =>
      list.filter((one) => stopsIn(one).length > 0);
    const before = walked(blocks.slice(0, Math.max(0, at))).at(-1);
    const after = walked(blocks.slice(at + 1))[0];
    const inside = withCurrent(store).filter((step) => block?.steps.includes(step));
    const words = store.t.ui;
    return html`${before ? this.renderJump(store, before, stopsIn(before).at(-1)!, words.blockBefore, '◂') : nothing}
      <div class="block">
        <b class="where">${block ? blockTitle(store.t, block) : nothing}</b>
        ${this.renderStrip(store, inside)}
      </div>
      ${after ? this.renderJump(store, after, stopsIn(after)[0]!, words.blockAfter, '▸') : nothing}`;
  }

  private renderJump(
    store: TraceStore,
    block: Block,
    to: Step,
    text: string,
    sign: string,
  ): TemplateResult {
    const name = blockTitle(store.t, block);
    return html`<button
      type="button"
      class="jump"
      aria-label=${fill(text, { name })}
      title=${fill(text, { name })}
      @click=${() => store.goTo(to.path)}
    >
      <span aria-hidden="true">${sign}</span> <span class="name">${name}</span>
    </button>`;
  }

  private renderButtons(store: TraceStore): TemplateResult {
    const words = store.t.ui;
    const { stops, current } = store;
    const none = stops.length === 0;
    return html`<div class="go">
      <button
        type="button"
        ?disabled=${none || current === stops[0]}
        @click=${() => store.previous()}
      >
        <span aria-hidden="true">←</span> ${words.previous}
      </button>
      <button
        type="button"
        class="play"
        aria-pressed=${store.playing}
        ?disabled=${none}
        @click=${() => store.play(!store.playing)}
      >
        <span aria-hidden="true">${store.playing ? '❚❚' : '▶'}</span>
        ${store.playing ? words.pause : words.play}
      </button>
      <button
        type="button"
        ?disabled=${none || current === stops[stops.length - 1]}
        @click=${() => store.next()}
      >
        ${words.next} <span aria-hidden="true">→</span>
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
            html`<option value=${i} ?selected=${i === store.state.head}>
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

  private renderGroup(store: TraceStore, group: readonly Step[]): TemplateResult {
    const several = group.length > 1;
    const first = group[0]!;
    if (!several) {
      return html`<li>
        <div class="group">${this.renderStop(store, first, true)}</div>
      </li>`;
    }
    const shapes = group.filter(
      (step, i) => group.findIndex((other) => shapeText(other) === shapeText(step)) === i,
    );
    return html`<li>
      <div class="group several">
        <div class="symbols">${group.map((step) => this.renderStop(store, step, false))}</div>
        <span class="shape" aria-hidden="true"
          >${shapes.map((step, i) => html`${i > 0 ? ' · ' : ''}${renderShape(store, step)}`)}</span
        >
      </div>
    </li>`;
  }

  private renderStop(store: TraceStore, step: Step, withShape: boolean): TemplateResult {
    const current = step.path === store.state.step;
    const n = store.stops.indexOf(step) + 1;
    const place = n > 0 ? fill(store.t.ui.stepOf, { n, total: store.stops.length }) : '';
    const { comma } = store.t.proof;
    const spoken = `${stepTitle(store, step)}${comma}${spokenShape(store, step)}`;
    return html`<button
      type="button"
      class="stop role-${step.role} ${n > 0 ? '' : 'off'}"
      data-step=${step.path}
      data-shape=${step.shape.join()}
      title=${spoken}
      aria-current=${current ? 'step' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => store.goTo(step.path)}
    >
      <span class="symbol" aria-hidden="true">${notation(step.notation.symbol)}</span>
      ${
        withShape
          ? html`<span class="shape" aria-hidden="true">${renderShape(store, step)}</span>`
          : nothing
      }
      <span class="only-read-aloud">${place ? `${spoken}${comma}${place}` : spoken}</span>
    </button>`;
  }

  protected override updated(): void {
    const { stops = [], state } = this.store ?? {};
    const here = [state?.step, ...stops.map((stop) => stop.path)].join(' ');
    if (here === this.shown) return;
    const hadFocus = this.renderRoot.querySelector('.stop:focus') !== null;
    const button = this.renderRoot.querySelector<HTMLElement>('.stop[aria-current]');
    if (!button) return;
    this.shown = here;
    if (hadFocus) button.focus({ preventScroll: true });
    requestAnimationFrame(() => reveal(button));
  }
}

/** An opened parameter is not a stop of the walk, but the strip shows it while it is current. */
function withCurrent(store: TraceStore): readonly Step[] {
  const { stops, current, steps } = store;
  if (!current || stops.includes(current)) return stops;
  return steps.filter((step) => step === current || stops.includes(step));
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

/** Scrolls only the strip, so that the current step is in sight. */
function reveal(button: HTMLElement): void {
  const strip = button.closest<HTMLElement>('.strip');
  if (!strip) return;
  const { left, right } = boxWithin(button, strip);
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
