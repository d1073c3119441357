import { html, type TemplateResult } from 'lit';
import type { AttentionPlayground, Tensor } from '../../engine/types/index.js';
import type { Texts } from './texts/en.js';

/** Scores of three queries with three keys; those above the diagonal have no effect once masked. */
const SCORES = [
  [2, 1, 0],
  [1, 3, 2],
  [0.5, 2, 1.5],
];
const UNIT = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const EXAMPLE_STEPS = ['scores', 'causal_mask', 'masked_scores', 'weights'] as const;

/** The tensors of one small trace. */
export type Example = Record<(typeof EXAMPLE_STEPS)[number], Tensor>;

/** With unit vectors as keys, the queries are the scores. */
export function readExample(engine: AttentionPlayground): Example {
  const trace = engine.traceAttention({
    x: SCORES,
    memory: UNIT,
    projections: 'none',
    scale: 1,
    isCausal: true,
  });
  const masked = trace.tensor('masked_scores');
  const example = {
    scores: trace.tensor('scores'),
    causal_mask: trace.tensor('causal_mask'),
    masked_scores: masked,
    weights: engine.softmax(masked),
  };
  trace.dispose();
  return example;
}

export function renderExample(t: Texts, example: Example): TemplateResult {
  const signs = ['+', '=', '→'];
  return html`<section class="example">
    <h2>${t.exampleTitle}</h2>
    <p>${t.exampleText}</p>
    <div class="sum">
      ${EXAMPLE_STEPS.map(
        (step, i) =>
          html`${i > 0 ? html`<span class="sign" aria-hidden="true">${signs[i - 1]}</span>` : ''}
          ${renderTable(t, t.exampleSteps[step], example[step], step)}`,
      )}
    </div>
  </section>`;
}

function renderTable(t: Texts, title: string, tensor: Tensor, step: string): TemplateResult {
  const [rows = 0, columns = 0] = tensor.shape.slice(-2);
  const counting = (count: number): number[] => [...Array(count).keys()];
  return html`<table data-step=${step}>
    <caption>
      ${title}
    </caption>
    <tbody>
      ${counting(rows).map(
        (row) =>
          html`<tr>
            <th scope="row"><span class="only-read-aloud">${t.row} ${row}</span></th>
            ${counting(columns).map((column) => {
              const value = tensor.data[row * columns + column]!;
              const hidden = !Number.isFinite(value);
              return html`<td class=${hidden ? 'hidden' : ''} data-value=${String(value)}>
                ${hidden ? '−∞' : String(Number(value.toFixed(6)))}
              </td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
