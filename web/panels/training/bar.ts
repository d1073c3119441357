import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { TASKS, type TaskChoice } from './tasks.js';
import type { TrainView } from './view.js';

export interface BarActions {
  task: TaskChoice;
  settingsOpen: boolean;
  chooseTask(task: TaskChoice): void;
  train(count: number): void;
  pause(): void;
  openUpdate(): void;
  startAnew(): void;
  toggleSettings(): void;
}

/** What is trained, and the buttons that train it. */
export function renderBar({ t, run }: TrainView, bar: BarActions): TemplateResult {
  const { training, finished, update, recipe } = run;
  const left = recipe.steps - update;
  const hundred = 100;
  return html`<div class="bar">
      <label class="task"
        ><span>${t.task}</span>
        <select
          name="task"
          aria-label=${t.task}
          @change=${(event: Event) =>
            bar.chooseTask((event.target as HTMLSelectElement).value as TaskChoice)}
        >
          ${[...TASKS, 'own' as const].map(
            (task) =>
              html`<option value=${task} .selected=${task === bar.task}>
                ${t.tasks[task].name}
              </option>`,
          )}
        </select></label
      >
      <button
        type="button"
        class="primary train"
        @click=${() => (training ? bar.pause() : finished ? bar.startAnew() : bar.train(left))}
      >
        ${training ? t.pause : finished ? t.trainAnew : update > 0 ? t.goOn : t.train}
      </button>
      <span class="progress number">${fill(t.progress, { n: update, of: recipe.steps })}</span>
      <span class="more">
        ${
          update > 0 && !finished
            ? html`<button type="button" class="anew" @click=${bar.startAnew}>${t.anew}</button>`
            : nothing
        }
        <button type="button" class="batch" @click=${bar.openUpdate}>${t.oneBatch}</button>
        <button type="button" class="one" ?disabled=${training} @click=${() => bar.train(1)}>
          ${t.oneStep}
        </button>
        <button
          type="button"
          class="hundred"
          ?disabled=${training}
          @click=${() => bar.train(hundred)}
        >
          ${t.hundredSteps}
        </button>
        <button
          type="button"
          class="toggle-settings"
          aria-expanded=${bar.settingsOpen}
          aria-controls="settings"
          @click=${bar.toggleSettings}
        >
          ${t.settings}
        </button>
      </span>
    </div>
    <p class="about">${t.tasks[bar.task].about}</p>`;
}
