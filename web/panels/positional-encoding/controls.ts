import { html, nothing, type TemplateResult } from 'lit';
import type { ColumnOrder } from '../../figures/figure.js';
import type { Size } from './encoding.js';
import { renderField, renderWrong } from './fields.js';
import { EXAMPLES, LENGTH, WIDTH, type FieldError } from './sizes.js';
import type { Texts } from './texts/en.js';

/**
 * The columns as many implementations have them, all sines and then all cosines: an order in which the same numbers are
 * shown.
 */
export function halvesOf(t: Texts, dModel: number): ColumnOrder {
  const all = Array.from({ length: dModel }, (_, column) => column);
  const half = (odd: number): number[] => all.filter((column) => column % 2 === odd);
  return { columns: [half(0), half(1)], names: [t.sineHalf, t.cosineHalf] };
}

interface Controls {
  /** The wanted one, also while its table is computed. */
  size: Size;
  wrong: FieldError | undefined;
  /** Whether all sines stand before all cosines. */
  halves: boolean;
  hasSize: boolean;
  hasExamples: boolean;
  hasOrder: boolean;
  typed(field: FieldError['field'], text: string): void;
  choose(length: number, dModel: number): void;
  setHalves(on: boolean): void;
}

/** The size of the table, and the order of its columns. */
export function renderControls(t: Texts, controls: Controls): TemplateResult | typeof nothing {
  const { size, wrong, hasSize, hasExamples, hasOrder, typed } = controls;
  if (!hasSize) return nothing;
  return html`<div class="fields">
      ${renderField('length', t.length, size.length, LENGTH, wrong, typed)}
      ${renderField('dModel', t.dModel, size.dModel, WIDTH, wrong, typed)}
      ${hasExamples ? renderExamples(t, controls) : nothing}
      ${hasOrder ? renderOrder(t, controls) : nothing}
    </div>
    ${renderWrong(t, wrong, size, ['length', 'dModel'])}`;
}

const renderExamples = (t: Texts, { size, choose }: Controls): TemplateResult =>
  html`<div class="group examples" role="group" aria-label=${t.examples}>
    ${EXAMPLES.map(
      ([rows, columns]) =>
        html`<button
          type="button"
          class="number"
          aria-pressed=${rows === size.length && columns === size.dModel}
          @click=${() => choose(rows, columns)}
        >
          ${rows} × ${columns}
        </button>`,
    )}
  </div>`;

function renderOrder(t: Texts, { halves, setHalves }: Controls): TemplateResult {
  const choice = (on: boolean, text: string): TemplateResult =>
    html`<button type="button" aria-pressed=${halves === on} @click=${() => setHalves(on)}>
      ${text}
    </button>`;
  return html`<div class="group order" role="group" aria-label=${t.order} title=${t.orderText}>
    ${choice(false, t.interleaved)}${choice(true, t.halves)}
  </div>`;
}
