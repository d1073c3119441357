import { css, html, nothing, type TemplateResult } from 'lit';
import type { Dictionary } from '../../i18n/index.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { below, from } from '../../styles/breakpoints.js';
import { base } from '../../styles/index.js';
import { fill, stepPlace } from '../../trace/names.js';
import type { PlaygroundStore } from '../store.js';
import { answerOf, type Answer } from './answer.js';
import { renderChoice } from '../../parts/learned/choice.js';
import { claimOf } from '../../parts/learned/claim.js';
import { headShown, isCut, putBack } from './cut-head.js';
import './unknown-in-sentences.js';

/** The trained model that is shown: what it has learned, what it says of this sentence, and what it says without a head. */
export class ApLearned extends StoreElement<PlaygroundStore> {
  static override styles = [
    base,
    css`
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        min-block-size: 36px;
        box-sizing: border-box;
        padding: 3px var(--ap-gap);
        border-block-end: 1px solid var(--ap-line);
        font-size: var(--ap-text-s);
      }
      .claim {
        flex: 1 1 24em;
        min-inline-size: 0;
        margin: 0;
        text-wrap: pretty;
      }
      .answer {
        max-inline-size: 34em;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      /* In one line: the settings have all of it. */
      @container ${from.full} {
        section {
          flex-wrap: nowrap;
        }
        .claim,
        .answer {
          overflow: hidden;
          text-overflow: ellipsis;
          white-space: nowrap;
        }
        .answer,
        select,
        button {
          flex: none;
        }
      }
      .answer b {
        padding: 1px 6px;
        border-radius: 4px;
        background: var(--ap-surface);
        overflow-wrap: anywhere;
      }
      select {
        max-inline-size: 15em;
        min-block-size: 28px;
      }
      button {
        min-block-size: 28px;
      }
      .brief {
        display: none;
      }
      /* One row: the settings say the rest. */
      @container ${below.medium} {
        section {
          flex-wrap: nowrap;
          gap: 6px;
        }
        .claim,
        .full {
          display: none;
        }
        .brief {
          display: inline;
        }
        select {
          flex: 1;
          min-inline-size: 0;
        }
        button {
          flex: none;
          white-space: nowrap;
        }
      }
      /* Here the settings have the choice, too: there is no room for its name. */
      @container ${below.narrow} {
        section {
          justify-content: space-between;
        }
        select {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const learned = store?.learned;
    if (!store || !learned) return nothing;
    const t = store.t.models;
    const answer = answerOf(store);
    return html`<section aria-label=${t.learned}>
      ${renderChoice({
        store,
        name: 'learned',
        label: t.learned,
        chosen: store.submitted.parameters,
        choose: (parameters) => store.update({ parameters }),
      })}
      <p class="claim">${claimOf(learned, store)}</p>
      ${answer ? renderAnswer(answer, t, store.t.proof.colon) : nothing} ${renderCut(store, t)}
    </section>`;
  }
}

function renderAnswer(
  { asked, said, isNext }: Answer,
  t: Dictionary['models'],
  colon: string,
): TemplateResult {
  const name = asked ? fill(t.answer, { word: asked }) : isNext ? t.next : t.writes;
  const brief = asked ? `“${asked}” →` : '→';
  return html`<span class="answer" role="status">
    <span class="full">${name}${colon}</span><span class="brief" aria-hidden="true">${brief}</span>
    <b>${said.join(' ')}</b>
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
