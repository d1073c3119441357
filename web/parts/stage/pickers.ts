import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Step } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { notation } from '../../kit/formulas/tex.js';
import { controls, roleColours } from '../../styles/controls.js';
import { axisNames } from '../../trace/axes.js';
import { fixedAxes } from '../../trace/layout.js';
import { stepTitle } from '../../trace/names.js';
import { hueOf } from '../../trace/operations.js';
import type { TraceStore } from '../../trace/store.js';
import { pickersStyles } from './pickers-styles.js';

/** More choices than that are a list. */
const MOST_BUTTONS = 8;

/** Choices of the lane of a stop, of the sentence and of the head that a figure shows; none where there is one only. */
export class ApPickers extends StoreElement {
  static override styles = [controls, roleColours, pickersStyles];

  /** The step that is shown. */
  @property({ attribute: false }) step: Step | undefined;
  /** The steps to choose from. */
  @property({ attribute: false }) lanes: readonly Step[] = [];
  /** Choices are fields, not buttons. */
  @property({ type: Boolean }) narrow = false;

  protected override render(): TemplateResult | typeof nothing {
    const { store, step, lanes, narrow } = this;
    if (!store || !step) return nothing;
    const drawn = [step, ...step.inputs.flatMap((path) => store.step(path) ?? [])];
    const { batch, head } = store.state;
    const own = step.scope.head;
    const siblings = store.headSiblings(step);
    return html`${renderLanes(store, step, lanes)}
    ${picker(store.t.axes.batch, choices(drawn, 'batch'), batch, narrow, (at) =>
      store.updateView({ batch: at }),
    )}
    ${
      own === undefined
        ? picker(store.t.axes.head, choices(drawn, 'head'), head, narrow, (at) =>
            store.updateView({ head: at }),
          )
        : picker(store.t.axes.head, siblings.length, own, narrow, (at) => {
            store.updateView({ head: at });
            const sibling = siblings[at];
            if (sibling) store.goTo(sibling.path);
          })
    }`;
  }
}

function renderLanes(
  store: TraceStore,
  step: Step,
  lanes: readonly Step[],
): TemplateResult | typeof nothing {
  if (lanes.length < 2) return nothing;
  return html`<span class="picker lanes" role="group">
    ${lanes.map(
      (lane) =>
        html`<button
          type="button"
          class="tool role-${hueOf(lane)}"
          aria-pressed=${lane === step}
          @click=${() => store.goTo(lane.path)}
        >
          <span class="symbol">${notation(lane.notation.symbol)}</span>
          <span class="only-read-aloud">${stepTitle(store, lane)}</span>
        </button>`,
    )}
  </span>`;
}

/** A button for each choice where there is room, else one field. */
function picker(
  name: string,
  count: number,
  chosen: number,
  isNarrow: boolean,
  choose: (at: number) => void,
): TemplateResult | typeof nothing {
  if (count < 2) return nothing;
  const places = Array.from({ length: count }, (_, i) => i);
  if (isNarrow || count > MOST_BUTTONS) {
    return html`<label class="picker"
      ><span class="picker-name">${name}</span
      ><select
        aria-label=${name}
        @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}
      >
        ${places.map((i) => html`<option value=${i} .selected=${live(i === chosen)}>${i + 1}</option>`)}
      </select></label
    >`;
  }
  return html`<span class="picker" role="group" aria-label=${name}>
    <span class="picker-name">${name}</span>
    ${places.map(
      (i) =>
        html`<button
          type="button"
          class="tool"
          aria-label="${name} ${i + 1}"
          aria-pressed=${i === chosen}
          @click=${() => choose(i)}
        >
          ${i + 1}
        </button>`,
    )}
  </span>`;
}

/** The largest size of an axis of which one index is shown, among the steps drawn. */
function choices(steps: readonly Step[], axis: 'batch' | 'head'): number {
  let most = 1;
  for (const step of steps) {
    const names = axisNames(step);
    for (const i of fixedAxes(step)) if (names[i] === axis) most = Math.max(most, step.shape[i]!);
  }
  return most;
}

define('ap-pickers', ApPickers);

declare global {
  interface HTMLElementTagNameMap {
    'ap-pickers': ApPickers;
  }
}
