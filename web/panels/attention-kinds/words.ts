import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { padded, paddingToken } from '../../text/index.js';
import { arrowStep } from '../../kit/input/keys.js';
import { SIDES, type KindName } from './kinds.js';
import { isSame, type Side, type Word } from './pair.js';
import type { KindsView } from './view.js';

/** The words of the queries and of the keys; a highlighted word is highlighted wherever it occurs. */
export function renderWords(view: KindsView, kind: KindName): TemplateResult {
  const { t } = view;
  const { query, key } = SIDES[kind];
  return html`<div class="words">
    ${renderRail(view, query, t.asks, 'role-query')} ${renderRail(view, key, t.asked, 'role-key')}
  </div>`;
}

function renderRail(view: KindsView, side: Side, name: string, role: string): TemplateResult {
  const { t, store, tokens, lit } = view;
  const words = padded(tokens[side], store.state.batch);
  const on = (index: number): boolean =>
    lit.some((word) => word.side === side && word.index === index);
  return html`<div class="rail ${role}">
    <span class="soft">${name}</span>
    <span class="chips" role="group" aria-label="${name}, ${t.sides[side]}" @keydown=${onKey}>
      ${words.map((text, index) => renderChip(view, { side, index }, text, on(index)))}
    </span>
  </div>`;
}

function renderChip(view: KindsView, word: Word, text: string, on: boolean): TemplateResult {
  const { t } = view;
  return html`<button
    type="button"
    class="word ${text === paddingToken ? 'pad' : ''} ${on ? 'on' : ''}"
    tabindex=${word.index === 0 ? 0 : -1}
    aria-pressed=${isSame(view.picked, word)}
    title=${fill(t.light, { word: text })}
    data-side=${word.side}
    data-at=${word.index}
    @pointerenter=${(event: PointerEvent) => {
      if (event.pointerType !== 'touch') view.point(word);
    }}
    @pointerleave=${() => view.point(undefined)}
    @focus=${() => view.point(word)}
    @blur=${() => view.point(undefined)}
    @click=${() => view.choose(word)}
  >
    ${text}
  </button>`;
}

/** One tab stop per row of words; arrows move from word to word. */
function onKey(event: KeyboardEvent): void {
  const by = arrowStep(event);
  if (by === undefined) return;
  const chips = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('button')];
  const next = chips[chips.indexOf(event.target as HTMLElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
