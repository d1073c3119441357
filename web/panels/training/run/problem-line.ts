import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../../i18n/fill.js';
import { problemText } from '../problem.js';
import type { Texts } from '../texts/en.js';
import type { Moment } from './moments.js';
import type { TrainingRun } from './run.js';

/** What stands in the way of the run, and how it goes on. */
export function renderRunProblem(
  t: Texts,
  run: TrainingRun,
  rewind: (moment: Moment) => Promise<void>,
): TemplateResult {
  const { problem } = run;
  const back = run.now ?? run.moments.last;
  return html`<div role="alert" class="problem">
    ${
      problem && back
        ? html`<p class="wrong">
            ${problemText(t, problem)}
            <button type="button" class="back" @click=${() => rewind(back)}>
              ${fill(t.goOnFrom, { n: back.update })}
            </button>
          </p>`
        : nothing
    }
  </div>`;
}
