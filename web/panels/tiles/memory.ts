import { html, nothing, type TemplateResult } from 'lit';
import { tileSteps } from './frames.js';
import type { View } from './view.js';

/** How many numbers each way keeps at a time, from the shapes of the steps. */
export function renderMemory({ t, store, plain }: View): TemplateResult {
  const steps = tileSteps(store, 0, 0);
  const own = [
    [t.memoryTile, shapeOf(store.step(steps.scores)?.shape)],
    [t.memoryMaximum, shapeOf(store.step(steps.maximum)?.shape)],
    [t.memorySum, shapeOf(store.step(steps.sum)?.shape)],
    [t.memoryOutput, shapeOf(store.step(steps.output)?.shape)],
  ] as const;
  const all = shapeOf(plain.step('scores')?.shape);
  const whole = countOf(all);
  const together = own.reduce((sum, [, shape]) => sum + countOf(shape), 0);
  const most = Math.max(whole, together);
  const line = (name: string, shape: string, count: number, kind = ''): TemplateResult =>
    html`<tr class=${kind}>
      <th scope="row">${name}</th>
      <td class="number">${shape}</td>
      <td class="number" data-count=${count}>${count}</td>
      <td class="share"><i .style="inline-size:${(100 * count) / most}%"></i></td>
    </tr>`;
  return html`<section>
    <h2>${t.memoryTitle}</h2>
    <p>${t.memoryText}</p>
    <table class="memory">
      <thead>
        <tr>
          <th scope="col">${t.what}</th>
          <th scope="col">${t.shape}</th>
          <th scope="col">${t.count}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${line(t.memoryScores, written(all), whole, 'whole')}
        ${own.map(([name, shape]) => line(name, written(shape), countOf(shape)))}
        ${line(t.memoryAll, '', together, 'together')}
      </tbody>
    </table>
    ${countOf(own[0][1]) === whole ? html`<p>${t.memoryWhole}</p>` : nothing}
  </section>`;
}

/** The shape of one head: the last two axes. */
const shapeOf = (shape: readonly number[] = []): readonly number[] => shape.slice(-2);
const countOf = (shape: readonly number[]): number => shape.reduce((product, n) => product * n, 1);
const written = (shape: readonly number[]): string => shape.join(' × ');
