import { css, html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { fill } from '../i18n/fill.js';
import type { Language } from '../i18n/index.js';
import { define } from '../kit/element/define.js';
import { languageOf } from '../kit/element/language.js';
import { SignalElement } from '../kit/element/store-element.js';
import { download } from '../kit/input/download.js';
import { base, tokens } from '../styles/index.js';
import { textsFor } from './host.js';
import { progress } from './progress.js';
import type { Texts } from './texts/en.js';

/** Of a link to a lesson: its name, and what the learner has done of it. */
const NAME = 'data-lesson';
const STATE = 'data-state';

/**
 * A list of lessons with what the learner has done of each. Links with `data-lesson="NAME"` get `data-state`: `done`, `begun` or
 * nothing, and say so.
 *
 * @slot - links to lessons
 */
export class LessonMapElement extends SignalElement {
  static override styles = [
    tokens,
    base,
    css`
      :host {
        display: block;
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 16px;
        margin-block: 16px;
        color: var(--ap-ink-soft);
        font-size: var(--ap-text-s);
      }
      .foot p {
        margin: 0;
      }
    `,
  ];

  /** Clearing asks once more. */
  @state() private isAsking = false;

  private get links(): HTMLAnchorElement[] {
    return [...this.querySelectorAll<HTMLAnchorElement>(`a[${NAME}]`)];
  }

  protected override render(): TemplateResult {
    const t = textsFor(this.language);
    this.mark(t);
    return html`<slot @slotchange=${() => this.requestUpdate()}></slot>
      ${progress.isEmpty ? nothing : this.renderFoot(t)}`;
  }

  private get language(): Language {
    return languageOf(this);
  }

  private renderFoot(t: Texts): TemplateResult {
    const { links } = this;
    const done = links.filter((link) => link.getAttribute(STATE) === 'done').length;
    return html`<div class="foot">
      <p>${fill(t.map.done, { n: done, all: links.length })}</p>
      <button type="button" @click=${this.save}>${t.map.save}</button>
      ${
        this.isAsking
          ? html`<button type="button" @click=${this.clear}>${t.map.sure}</button>
              <button type="button" @click=${() => (this.isAsking = false)}>
                ${t.map.cancel}
              </button>`
          : html`<button type="button" @click=${() => (this.isAsking = true)}>
              ${t.map.clear}
            </button>`
      }
    </div>`;
  }

  private mark(t: Texts): void {
    for (const link of this.links) {
      const { beat, done } = progress.of(link.getAttribute(NAME) ?? '');
      const state = done ? 'done' : beat ? 'begun' : undefined;
      let label = link.querySelector('.lesson-state');
      if (!state) {
        link.removeAttribute(STATE);
        label?.remove();
        continue;
      }
      link.setAttribute(STATE, state);
      if (!label) {
        label = document.createElement('span');
        label.className = 'lesson-state';
        link.append(label);
      }
      label.textContent = t.map.states[state];
    }
  }

  private readonly save = (): void => {
    const blob = new Blob([progress.exported], { type: 'application/json' });
    download(blob, 'attention-lessons.json');
  };

  private readonly clear = (): void => {
    progress.clear();
    this.isAsking = false;
  };
}

define('lesson-map', LessonMapElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-map': LessonMapElement;
  }
}
