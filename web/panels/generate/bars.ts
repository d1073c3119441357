import { css, html, nothing, type TemplateResult } from 'lit';
import { barOf } from '../../figures/chart/axis.js';
import type { Computed } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import type { Extent } from '../../styles/colour-scales.js';
import { precise, shortest } from '../../trace/numbers.js';
import type { GenerationStore } from './store.js';
import type { Texts } from './texts/en.js';

/**
 * Bars under numbers, and a line at 0. They are backgrounds: a box for each would be most of what the browser lays out for
 * a token.
 */
export const barStyles = css`
  .bar {
    --bar: var(--ap-logits);
    --end: calc(var(--from) * 100% + max(1px, var(--long) * 100%));
    --bar-inset: 0px;
    padding-block-end: 10px;
    background:
      linear-gradient(
        90deg,
        transparent calc(var(--zero) * 100%),
        var(--ap-line) 0 calc(var(--zero) * 100% + 1px),
        transparent 0
      ),
      linear-gradient(
        90deg,
        transparent calc(var(--from) * 100%),
        var(--bar) 0 var(--end),
        transparent 0
      );
    background-position: var(--bar-inset) calc(100% - 4px);
    background-size: calc(100% - 2 * var(--bar-inset)) 5px;
    background-repeat: no-repeat;
  }
  .bar.negative {
    --bar: color-mix(in srgb, var(--ap-logits) 60%, transparent);
  }
  .bar.probability {
    --bar: var(--ap-accent);
  }
`;

/** A bar for a number: logits extend to both sides of 0, probabilities from 0 to 1. −∞ has none. */
export function barFor(value: Computed, extent: Extent): { name: string; style: string } {
  if (value === -Infinity) return { name: '', style: '' };
  const { from, long, zero } = barOf(value, extent);
  return {
    name: value < 0 ? 'bar negative' : 'bar',
    style: `--from:${from};--long:${long};--zero:${zero}`,
  };
}

/** Shorter sections of the line than this part of it have no room for a name. */
const SHORTEST_NAMED = 0.01;

/** The running sums as sections of a line, and the number drawn. */
export function renderDraw(t: Texts, store: GenerationStore): TemplateResult | typeof nothing {
  const choice = store.trace?.explain('next.token', [0]);
  if (choice?.rule !== 'choice') return nothing;
  const { vocabulary } = store.options;
  const { position, operands, draw, sums } = choice;
  const token = vocabulary[position]!;
  const value = operands[position]!.value;
  if (choice.way !== 'sample') {
    return html`<p class="drawn explains">
      ${fill(t.greedyText, { token, value: shortest(value) })}
    </p>`;
  }
  const sum = sums[sums.length - 1]!;
  return html`<p class="drawn explains" data-draw=${draw}>
      ${fill(t.drawn, { draw: shortest(draw), token, sum: precise(sum) })}
    </p>
    <div class="line" role="img" aria-label=${t.drawnPicture} .style="--draw:${draw}">
      ${operands.map((cell, i) =>
        cell.value === 0
          ? nothing
          : html`<span
              class=${i === position ? 'own' : ''}
              .style="flex-grow:${cell.value}"
              title="${vocabulary[i]}: ${precise(cell.value)}"
              >${cell.value < SHORTEST_NAMED ? nothing : html`<span>${vocabulary[i]}</span>`}</span
            >`,
      )}
      <b></b>
    </div>`;
}
