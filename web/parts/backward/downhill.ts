import { css, html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { define } from '../../kit/element/define.js';
import { renderRefused } from '../../kit/fields/inputs.js';
import { renderNumberField } from '../../kit/fields/number-field.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { controls } from '../../styles/controls.js';
import { base } from '../../styles/index.js';
import { fill, stepTitle } from '../../trace/names.js';
import { brief, parseNumber } from '../../trace/numbers.js';
import type { TraceStore, WayBack } from '../../trace/store.js';
import type { Dictionary } from '../../i18n/index.js';

type Texts = Dictionary['downhill'];

// What gradients need besides their figures, in one file: their texts, and the steps downhill.

const RATES = { least: 1e-6, most: 100 };
const FIRST_RATE = 0.1;

/** The number that is differentiated, and a step downhill: −η · gradient on one weight, or on all. */
export class ApDownhill extends StoreElement {
  static override styles = [
    base,
    controls,
    css`
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 6px 14px;
        margin-block-start: 10px;
        padding: 8px 12px;
        border-inline-start: 3px solid var(--ap-gradient);
        background: var(--ap-surface);
      }
      .loss {
        align-self: center;
      }
      input {
        inline-size: 5.5em;
      }
      p {
        flex: 0 0 100%;
        margin: 0;
      }
      [role='alert'] {
        display: contents;
      }
      .wrong {
        color: var(--ap-danger);
      }
      .loss b,
      .change b {
        font-family: var(--ap-mono);
        font-weight: 500;
      }
    `,
  ];

  @state() private rate = FIRST_RATE;
  @state() private refused: string | undefined;
  /** Whether all weights are chosen where one is shown. */
  @state() private every = false;

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const way = store?.wayBack;
    if (!store || way?.loss === undefined) return nothing;
    const t = store.t.downhill;
    const full = way.taken >= way.most;
    return html`<section aria-label=${t.title}>
      <span class="loss" title=${t.lossText}>${t.loss} = <b>${brief(way.loss)}</b></span>
      ${this.renderWeight(store, t)}
      <span title=${t.rateText}>
        ${renderNumberField({
          name: 'rate',
          label: t.rate,
          value: this.rate,
          range: RATES,
          hidesRange: true,
          step: 0.05,
          refused: this.refused,
          change: this.onRate,
        })}
      </span>
      <button type="button" class="take" ?disabled=${full} @click=${() => this.take(store, way)}>
        ${t.take}
      </button>
      ${renderRefused(this.refused === undefined ? undefined : fill(t.badRate, RATES))}
      <p class="change" role="status">${renderChange(way, t, full)}</p>
    </section>`;
  }

  private renderWeight(store: TraceStore, t: Texts): TemplateResult | typeof nothing {
    const weight = weightOf(store);
    if (weight === '') return nothing;
    return html`<label class="control">
      <span>${t.weight}</span>
      <select
        name="weight"
        @change=${(event: Event) => (this.every = (event.target as HTMLSelectElement).value === '')}
      >
        <option value=${weight} .selected=${live(!this.every)}>
          ${stepTitle(store, store.step(weight)!)}
        </option>
        <option value="" .selected=${live(this.every)}>${t.every}</option>
      </select>
    </label>`;
  }

  private readonly onRate = (text: string): void => {
    const rate = parseNumber(text);
    const fits = rate >= RATES.least && rate <= RATES.most;
    this.refused = fits ? undefined : text;
    if (fits) this.rate = rate;
  };

  private take(store: TraceStore, way: WayBack): void {
    if (this.refused === undefined) way.descend(this.every ? '' : weightOf(store), this.rate);
  }
}

/** The parameter whose gradient is shown; '' if it is none's, and then all are meant. */
function weightOf(store: TraceStore): string {
  const { of = '', share } = store.current?.gradient ?? {};
  return !share && store.step(of)?.source === 'parameter' ? of : '';
}

function renderChange(
  { loss = 0, lossBefore, taken, most }: WayBack,
  t: Texts,
  full: boolean,
): TemplateResult | typeof nothing {
  if (taken === 0) return nothing;
  const parts = [fill(t.taken, { n: taken })];
  if (lossBefore !== undefined) {
    const text = loss < lossBefore ? t.less : loss > lossBefore ? t.more : t.same;
    parts.unshift(fill(t.changed, { before: brief(lossBefore), after: brief(loss) }), text);
  }
  if (full) parts.push(fill(t.full, { n: most }));
  return html`${parts.map((part) => html`<span>${part}</span> `)}`;
}

define('ap-downhill', ApDownhill);

declare global {
  interface HTMLElementTagNameMap {
    'ap-downhill': ApDownhill;
  }
}
