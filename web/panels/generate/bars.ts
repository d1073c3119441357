import { css, html, nothing, type TemplateResult } from 'lit';
import { barOf } from '../../figures/axis.js';
import { fill } from '../../i18n/fill.js';
import type { Extent } from '../../styles/colour-scales.js';
import { precise, shortest } from '../../trace/numbers.js';
import type { GenerationStore } from './store.js';
import type { Texts } from './texts/en.js';

/** Bars under numbers. */
export const barStyles = css`
  .bar {
    display: block;
    position: relative;
    block-size: 5px;
    margin-block-start: 1px;
  }
  .bar::before,
  .bar::after {
    content: '';
    position: absolute;
    inset-block: 0;
  }
  .bar::before {
    inset-inline-start: calc(var(--from) * 100%);
    inline-size: max(1px, var(--long) * 100%);
    background: var(--ap-logits);
  }
  .bar::after {
    inset-inline-start: calc(var(--zero) * 100%);
    inline-size: 1px;
    background: var(--ap-line);
  }
  .bar.negative::before {
    opacity: 0.6;
  }
  .probability .bar::before {
    background: var(--ap-accent);
  }
  .bar.none::before,
  .bar.none::after {
    content: none;
  }
`;

/** A bar for a number: logits extend to both sides of 0, probabilities from 0 to 1. */
export function renderBar(value: number, extent: Extent): TemplateResult {
  if (value === -Infinity) return html`<i class="bar none" aria-hidden="true"></i>`;
  const { from, long, zero } = barOf(value, extent);
  const style = `--from:${from};--long:${long};--zero:${zero}`;
  return html`<i class="bar ${value < 0 ? 'negative' : ''}" style=${style} aria-hidden="true"></i>`;
}

/** The running sums as sections of a line, and the number drawn. */
export function renderDraw(t: Texts, store: GenerationStore): TemplateResult | typeof nothing {
  const choice = store.trace?.explain('next.token', [0]);
  if (choice?.rule !== 'choice') return nothing;
  const { vocabulary } = store.options;
  const { position, operands, draw, sums } = choice;
  const token = vocabulary[position]!;
  const value = operands[position]!.value;
  if (choice.way !== 'sample') {
    return html`<p class="drawn">${fill(t.greedyText, { token, value: shortest(value) })}</p>`;
  }
  const sum = sums[sums.length - 1]!;
  return html`<p class="drawn" data-draw=${draw}>
      ${fill(t.drawn, { draw: shortest(draw), token, sum: precise(sum) })}
    </p>
    <div class="line" role="img" aria-label=${t.drawnPicture} style="--draw:${draw}">
      ${operands.map((cell, i) =>
        cell.value === 0
          ? nothing
          : html`<span
              class=${i === position ? 'own' : ''}
              style="flex-grow:${cell.value}"
              title="${vocabulary[i]}: ${precise(cell.value)}"
              ><span>${vocabulary[i]}</span></span
            >`,
      )}
      <b></b>
    </div>`;
}
