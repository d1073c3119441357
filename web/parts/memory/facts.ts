import { html, type TemplateResult } from 'lit';
import type { Memory, Step } from '../../engine/types/index.js';
import { addressOf, indexOf, type MemoryModel } from '../../figures/memory.js';
import { axisNames } from '../../trace/axes.js';
import { cellName, placeName, stepTitle } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';

/** Shape, strides, offset and storage, before and after. */
export function renderFacts(store: TraceStore, model: MemoryModel): TemplateResult {
  const t = store.t.memory;
  const row = (step: Step, memory: Memory): TemplateResult =>
    html`<tr>
      <th scope="row">${stepTitle(store, step)}</th>
      <td>(${memory.shape.join(', ')})</td>
      <td>(${memory.strides.join(', ')})</td>
      <td>${memory.offset}</td>
      <td>#${memory.storage}</td>
    </tr>`;
  return html`<div class="facts" tabindex="0">
    <table>
      <thead>
        <tr>
          <td></td>
          <th scope="col">${t.shape}</th>
          <th scope="col">${t.strides}</th>
          <th scope="col">${t.offset}</th>
          <th scope="col">${t.storage}</th>
        </tr>
      </thead>
      <tbody>
        ${row(model.source, model.sourceMemory)} ${row(model.step, model.memory)}
      </tbody>
    </table>
  </div>`;
}

/** `0 + 0·448 + 1·16 + 2·64 + 3·1 = 147`, axis by axis. */
export function renderAddress(
  store: TraceStore,
  model: MemoryModel,
  place: number,
): TemplateResult {
  const { step, memory } = model;
  const names = axisNames(step);
  const index = indexOf(step.shape, place);
  return html`<p class="address">
    <span class="address-name">${cellName(store, step, index)}</span>
    <span class="sum"
      ><span class="term">${memory.offset}<small>${store.t.memory.offset}</small></span>
      ${index.map(
        (at, i) =>
          html`<span>+</span>
            <span class="term"
              >${at}·${memory.strides[i]}<small
                >${names[i] ? store.t.axes[names[i]] : ''}</small
              ></span
            >`,
      )}
      <span>=</span>
      <span class="term"
        ><b>${addressOf(memory, index)}</b><small>${store.t.memory.address}</small></span
      ></span
    >
  </p>`;
}

/** The names of all but the last axis: `sat · Head 2`. */
export function groupName(store: TraceStore, step: Step, index: readonly number[]): string {
  const names = axisNames(step);
  const batch = index[names.indexOf('batch')] ?? 0;
  return names
    .slice(0, -1)
    .flatMap((axis, i) =>
      axis === undefined || axis === 'batch' ? [] : [placeName(store, step, i, index[i]!, batch)],
    )
    .join(' · ');
}
