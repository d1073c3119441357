import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Step } from '../../engine/types/index.js';
import { firstSentence } from '../../i18n/step-text.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { prose } from '../../kit/formulas/tex.js';
import { base } from '../../styles/index.js';
import { stepText } from '../../trace/names.js';
import { narration } from '../../trace/narration.js';
import type { TraceStore } from '../../trace/store.js';
import type { Chapter } from '../../trace/story.js';
import './layers.js';
import { renderReason } from './reason.js';
import { guideStyles } from './styles.js';

export { timeToRead } from '../../trace/narration.js';

/**
 * What the present stop of the story says: one sentence with the numbers of this sentence, why the step is there, and previous,
 * play and next, unless it is the `caption` of one figure.
 */
export class ApGuide extends StoreElement {
  static override styles = [base, guideStyles];

  @property({ type: Boolean, reflect: true }) caption = false;
  /** Address of the project's site; without it there are no links to its pages. */
  @property() siteUrl = '';
  @state() private asks = false;
  private shown = '';

  protected override render(): TemplateResult | typeof nothing {
    const { store, caption } = this;
    const step = store?.current;
    if (!store || !step) return nothing;
    const { chapter, told } = store;
    return html`<section aria-label=${store.t.ui.walk}>
      <p class="says" aria-live="polite">${told ? narration(store, told) : plainly(store, step)}</p>
      ${
        chapter && this.asks
          ? html`<p class="why" id="why">${renderReason(store, chapter.name, this.siteUrl)}</p>`
          : nothing
      }
      <nav class="go" aria-label=${store.t.ui.ribbon} title=${store.t.ui.keys}>
        ${caption ? nothing : renderButtons(store, chapter)}
        ${chapter ? this.renderQuestion(store) : nothing}
      </nav>
    </section>`;
  }

  private renderQuestion({ t }: TraceStore): TemplateResult {
    return html`<button
      type="button"
      class="ask"
      aria-expanded=${this.asks}
      aria-controls="why"
      @click=${() => (this.asks = !this.asks)}
    >
      ${t.story.whyIs}
    </button>`;
  }

  /** The next stop is not asked about yet. */
  protected override updated(): void {
    const name = this.store?.chapter?.name ?? '';
    if (name === this.shown) return;
    this.shown = name;
    this.asks = false;
  }
}

/** What a step does, where no stop of the story tells of this sentence. */
function plainly(store: TraceStore, step: Step): unknown {
  return prose(firstSentence(stepText(store, step).text).first);
}

function renderButtons(store: TraceStore, chapter: Chapter | undefined): TemplateResult {
  const words = store.t.ui;
  const { story, playing } = store;
  const isFirst = chapter !== undefined && chapter === story[0];
  const ends = chapter !== undefined && chapter === story.at(-1);
  return html`<button
      type="button"
      class="back"
      ?disabled=${isFirst}
      @click=${() => store.previous()}
    >
      <span aria-hidden="true">←</span> <span>${words.previous}</span>
    </button>
    <button type="button" class="play" aria-pressed=${playing} @click=${() => store.play(!playing)}>
      <span aria-hidden="true">${playing ? '❚❚' : '▶'}</span>
      <span>${playing ? words.pause : words.play}</span>
    </button>
    <button type="button" class="next" @click=${() => (ends ? store.startWalk() : store.next())}>
      <span>${ends ? store.t.story.again : words.next}</span>
      <span aria-hidden="true">${ends ? '↺' : '→'}</span>
    </button>`;
}

define('ap-guide', ApGuide);

declare global {
  interface HTMLElementTagNameMap {
    'ap-guide': ApGuide;
  }
}
