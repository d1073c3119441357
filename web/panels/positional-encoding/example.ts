import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionPlayground, Tensor } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import type { Texts } from './texts/en.js';

/** Three words with four numbers each: the only given numbers; the engine computes all others. */
const WORDS = [
  [1.8, 2.2, 3.4, 5.8],
  [7.3, 9.9, 8.5, 7.1],
  [9.1, 7.1, 0.9, 10.1],
];

/** The tensors of three steps of one trace. */
export interface Example {
  words: Tensor;
  positions: Tensor;
  sum: Tensor;
}

export function readExample(engine: AttentionPlayground): Example {
  const trace = engine.traceAttention({ x: WORDS, positions: 'sinusoidal', projections: 'none' });
  const example = {
    words: trace.tensor('embedding'),
    positions: trace.tensor('position_encoding'),
    sum: trace.tensor('x'),
  };
  trace.dispose();
  return example;
}

/** `show` brings its positions into the map, where that is shown. */
export function renderExample(
  t: Texts,
  example: Example,
  show: (() => void) | undefined,
): TemplateResult {
  return html`<h2>${t.exampleTitle}</h2>
    <p>${t.exampleText}</p>
    <div class="sum">
      ${renderTable(t, t.exampleX, example.words, 'embedding')}
      <span class="sign" aria-hidden="true">+</span>
      ${renderTable(t, t.exampleP, example.positions, 'position_encoding')}
      <span class="sign" aria-hidden="true">=</span>
      ${renderTable(t, t.exampleSum, example.sum, 'x')}
    </div>
    ${show ? html`<button type="button" @click=${show}>${t.showExample}</button>` : nothing}`;
}

function renderTable(t: Texts, title: string, tensor: Tensor, step: string): TemplateResult {
  const [rows = 0, columns = 0] = tensor.shape.slice(-2);
  const counting = (count: number): number[] => [...Array(count).keys()];
  return html`<table data-step=${step}>
    <caption>
      ${title}
    </caption>
    <thead>
      <tr>
        <td></td>
        ${counting(columns).map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${counting(rows).map(
        (row) =>
          html`<tr>
            <th scope="row"><span class="only-read-aloud">${t.position} </span>${row}</th>
            ${counting(columns).map((column) => {
              const value = tensor.data[row * columns + column]!;
              return html`<td data-value=${value}>${sixDecimals(value)}</td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Six decimals, without the zeros at the end. */
function sixDecimals(value: Computed): string {
  return String(Number(value.toFixed(6)));
}
