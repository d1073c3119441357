import { html, nothing, type TemplateResult } from 'lit';
import { renderFacts, renderMeaning } from '../facts.js';
import type { TrainView } from '../view.js';
import type { AttentionController } from './attention-controller.js';
import type { ChartsController } from './charts-controller.js';
import { renderMoments } from './moment-list.js';
import type { Moment } from './moments.js';
import { renderAnswers } from './render-answers.js';

interface Panes {
  shows(pane: 'curves' | 'answers' | 'attention'): boolean;
  charts: ChartsController;
  attention: AttentionController;
  rewind(moment: Moment): Promise<void>;
}

/** What a run has become, below the bar that trains it: its numbers, what it answers, and where its heads look. */
export function renderPanes(
  view: TrainView,
  { shows, charts, attention, rewind }: Panes,
): TemplateResult {
  const curves = shows('curves');
  return html`<div class="run">
      ${
        curves
          ? html`<div class="left">${charts.render(view)} ${renderMoments(view, rewind)}</div>`
          : nothing
      }
      <div class="right">
        ${shows('answers') ? renderAnswers(view) : nothing}
        ${curves ? html`${renderFacts(view)} ${renderMeaning(view)}` : nothing}
      </div>
    </div>
    ${shows('attention') ? attention.render(view) : nothing}`;
}
