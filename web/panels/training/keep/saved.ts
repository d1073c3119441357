import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../../i18n/fill.js';
import { renderFileField } from './file-field.js';
import type { KeptRun } from './keeper.js';
import { pagesFor, type Page } from './model-pages.js';
import type { Texts } from '../texts/en.js';
import type { TrainView } from '../view.js';

export interface SavedActions {
  /** Where the site is; '' on a page of somebody else's. */
  site: string;
  denied: boolean;
  wrong: string | undefined;
  save(): Promise<void>;
  load(file: File): Promise<void>;
  open(page: Page): Promise<void>;
}

/** A run as a file, and its model on other pages. */
export function renderSaved({ t, run }: TrainView, actions: SavedActions): TemplateResult {
  const { site, denied, wrong } = actions;
  return html`<section class="saved">
    <h2>${t.keepTitle}</h2>
    <p>${t.keepText} ${denied ? t.keepDenied : nothing}</p>
    <div class="fields">
      <button type="button" class="save" @click=${actions.save}>${t.saveRun}</button>
      ${renderFileField('run', t.loadRun, '.safetensors', actions.load)}
    </div>
    <div role="alert">${wrong ? html`<p class="wrong">${wrong}</p>` : nothing}</div>
    ${
      site
        ? html`<div class="fields">
            <span class="soft">${t.openIn}</span>
            ${pagesFor(run).map(
              (page) =>
                html`<button type="button" data-page=${page} @click=${() => actions.open(page)}>
                  ${t.pages[page]}
                </button>`,
            )}
          </div>`
        : nothing
    }
  </section>`;
}

/** What the browser has kept of an earlier visit. */
export function renderOffer(
  t: Texts,
  { recipe: config, snapshot }: KeptRun,
  take: () => Promise<void>,
  drop: () => Promise<void>,
): TemplateResult {
  const values = {
    task: t.tasks[config.task].name,
    n: snapshot.updates,
    of: config.steps,
  };
  return html`<p class="offer" role="status">
    ${fill(t.offer, values)}
    <button type="button" class="take" @click=${take}>${t.takeKept}</button>
    <button type="button" class="leave" @click=${drop}>${t.leaveKept}</button>
  </p>`;
}
