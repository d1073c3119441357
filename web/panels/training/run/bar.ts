import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../../i18n/fill.js';
import { renderSelect } from '../../../kit/fields/select.js';
import { TASKS, type TaskChoice } from '../tasks.js';
import type { Texts } from '../texts/en.js';
import type { TrainView } from '../view.js';

export interface BarActions {
  task: TaskChoice;
  /** Whether nothing but its training can be chosen: no task, no settings, no look inside a batch. */
  isAlone: boolean;
  settingsOpen: boolean;
  chooseTask(task: TaskChoice): Promise<void>;
  /** Makes so many updates, or all that are left. */
  train(count?: number): Promise<void>;
  pause(): Promise<void>;
  openUpdate(): Promise<void>;
  startAnew(): Promise<void>;
  toggleSettings(): void;
}

const HUNDRED = 100;

/** What is trained, and the buttons that train it. */
export function renderBar({ t, run }: TrainView, bar: BarActions): TemplateResult {
  const { training, finished, update, config } = run;
  return html`<div class="bar">
      ${bar.isAlone ? nothing : renderTasks(t, bar)}
      <button
        type="button"
        class="primary train"
        @click=${() => (training ? bar.pause() : finished ? bar.startAnew() : bar.train())}
      >
        ${training ? t.pause : finished ? t.trainAnew : update > 0 ? t.goOn : t.train}
      </button>
      <span class="progress number">${fill(t.progress, { n: update, of: config.steps })}</span>
      <span class="more">
        ${
          update > 0 && !finished
            ? html`<button type="button" class="anew" @click=${bar.startAnew}>${t.anew}</button>`
            : nothing
        }
        ${
          bar.isAlone
            ? nothing
            : html`<button type="button" class="batch" @click=${bar.openUpdate}>
                ${t.oneBatch}
              </button>`
        }
        <button
          type="button"
          class="one"
          ?disabled=${training || finished}
          @click=${() => bar.train(1)}
        >
          ${t.oneStep}
        </button>
        <button
          type="button"
          class="hundred"
          ?disabled=${training || finished}
          @click=${() => bar.train(HUNDRED)}
        >
          ${t.hundredSteps}
        </button>
        ${bar.isAlone ? nothing : renderToggle(t, bar)}
      </span>
    </div>
    <p class="about explains">${t.tasks[bar.task].about}</p>`;
}

const renderTasks = (t: Texts, bar: BarActions): TemplateResult =>
  renderSelect(
    'task',
    t.task,
    [...TASKS, 'own' as const],
    bar.task,
    (task) => bar.chooseTask(task),
    (task) => t.tasks[task].name,
  );

const renderToggle = (t: Texts, bar: BarActions): TemplateResult =>
  html`<button
    type="button"
    class="toggle-settings"
    aria-expanded=${bar.settingsOpen}
    aria-controls="settings"
    @click=${bar.toggleSettings}
  >
    ${t.settings}
  </button>`;
