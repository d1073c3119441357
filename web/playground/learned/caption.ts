import { css, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Dictionary } from '../../i18n/index.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { below, from } from '../../styles/breakpoints.js';
import { base } from '../../styles/index.js';
import { fill, stepPlace } from '../../trace/names.js';
import type { PlaygroundStore } from '../store.js';
import { answerOf, type Answer } from './answer.js';
import { claimOf } from '../../parts/learned/claim.js';
import { showsClaimed } from './claimed.js';
import { headShown, isCut, putBack } from './cut-head.js';

/**
 * A caption at the head that a trained model's claim is about: what it has learned, what it answers for this sentence, and
 * before the last change, and what without that head.
 */
export class ApLearned extends StoreElement<PlaygroundStore> {
  static override styles = [
    base,
    css`
      :host {
        container-type: inline-size;
      }
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 16px;
        min-block-size: 36px;
        font-size: var(--ap-text-s);
      }
      .claim {
        flex: 1 1 24em;
        min-inline-size: 0;
        margin: 0;
        line-height: 1.45;
        text-wrap: pretty;
      }
      .answer {
        max-inline-size: 34em;
        overflow-wrap: anywhere;
      }
      .answer b {
        font-size: var(--ap-text-xl);
        line-height: 1.2;
      }
      .answer .long {
        font-size: var(--ap-text-m);
      }
      s {
        color: var(--ap-ink-soft);
      }
      .brief {
        display: none;
      }
      /* The answer comes first on a phone; on its workbench it is enough. */
      @container ${below.narrow} {
        .claim {
          order: 1;
        }
        section {
          justify-content: space-between;
        }
        :host([brief]) .claim,
        :host(:is([brief], [plain])) .full {
          display: none;
        }
        :host(:is([brief], [plain])) .brief {
          display: inline;
        }
      }
      /* In one row, with a shorter name of the answer. */
      @container ${from.narrow} {
        section {
          flex-wrap: nowrap;
        }
        .claim {
          flex-basis: 0;
          display: -webkit-box;
          -webkit-box-orient: vertical;
          -webkit-line-clamp: 2;
          overflow: hidden;
        }
        .answer {
          flex: 0 1 auto;
        }
        button {
          flex: none;
          min-block-size: 28px;
        }
        .full {
          display: none;
        }
        .brief {
          display: inline;
        }
      }
    `,
  ];

  @property({ type: Boolean, reflect: true }) brief = false;
  /** What it answers, without the claim. */
  @property({ type: Boolean, reflect: true }) plain = false;
  private model = '';
  private last = '';
  /** What it answered before the last change. */
  private earlier = '';

  protected override willUpdate(): void {
    const { store } = this;
    const { parameters, batch, lang } = store?.state ?? {};
    const model = [parameters, batch, lang, store?.opened].join();
    const now = store ? (answerOf(store)?.said.join(' ') ?? '') : '';
    const isSame = model === this.model;
    // While a sentence is typed there may be no answer for a moment: that is none before.
    if (isSame && (now === '' || now === this.last)) return;
    this.earlier = isSame ? this.last : '';
    this.model = model;
    this.last = now;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, earlier } = this;
    const learned = store?.learned;
    if (!store || !learned || !showsClaimed(store)) return nothing;
    const t = store.t.models;
    const claim = claimOf(learned, store);
    const answer = answerOf(store);
    return html`<section aria-label=${t.learned}>
      ${this.plain ? nothing : html`<p class="claim" title=${claim}>${claim}</p>`}
      ${answer ? renderAnswer(answer, earlier, t, store.t.proof.colon) : nothing}
      ${renderCut(store, t)}
    </section>`;
  }
}

/** An answer of more letters is a text. */
const WORD = 14;

function renderAnswer(
  { asked, said, isNext }: Answer,
  earlier: string,
  t: Dictionary['models'],
  colon: string,
): TemplateResult {
  const name = asked ? fill(t.answer, { word: asked }) : isNext ? t.next : t.writes;
  const text = said.join(' ');
  const long = text.length > WORD ? 'long' : '';
  return html`<span class="answer" role="status">
    <span class="full">${name}${colon}</span
    ><span class="brief" aria-hidden="true">${asked ? `“${asked}”` : name}${colon}</span>
    ${earlier ? html`<s class=${long}>${earlier}</s> <span aria-hidden="true">→</span>` : nothing}
    <b class=${long}>${text}</b>
  </span>`;
}

function renderCut(
  store: PlaygroundStore,
  t: Dictionary['models'],
): TemplateResult | typeof nothing {
  const place = headShown(store);
  if (!place) return nothing;
  const cut = isCut(store, place);
  const hint = fill(t.cutHint, { head: place.head + 1, place: stepPlace(store, place.context) });
  const act = (): void =>
    cut ? putBack(store, place) : store.cutHead(place.attention, place.head);
  return html`<button type="button" class="cut" aria-pressed=${cut} title=${hint} @click=${act}>
    ${cut ? t.uncut : t.cut}
  </button>`;
}

define('ap-learned', ApLearned);

declare global {
  interface HTMLElementTagNameMap {
    'ap-learned': ApLearned;
  }
}
