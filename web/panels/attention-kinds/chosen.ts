import { html, nothing, type TemplateResult } from 'lit';
import { renderTitle } from '../../kit/drawing/shape-title.js';
import { notation, prose } from '../../kit/formulas/tex.js';
import '../../parts/figure/tooled.js';
import { stepText, stepTitle } from '../../trace/names.js';
import { activeText } from '../../trace/spoken.js';
import type { KindsView } from './view.js';
import { refusalOf, renderUnknown, unknownText } from '../parameter-fields.js';
import { unknownOf } from '../sentence.js';
import { knownOf, renderWrong, textProblem, tokensIn } from './fields.js';
import type { PairEditor } from './pair-editor.js';
import type { Texts } from './texts/en.js';

/** Why what was asked for is not shown, and the words that a trained model does not know, with others in their place. */
export function renderRefusal(t: Texts, editor: PairEditor): TemplateResult {
  const { store, choice, learned, unusable, wrongSeed } = editor;
  const drafts = unusable.map((field) => {
    const text = editor.drafts[field]!;
    return { field, text, wrong: textProblem(field, text, learned) };
  });
  const unread = drafts
    .filter(({ wrong }) => !wrong)
    .map(({ field, text }) => ({
      text,
      tokens: tokensIn(field, text, learned),
      words: knownOf(field, learned)!,
      take: (other: string) => editor.write({ [field]: other }),
    }));
  const unknown = unread.flatMap(({ tokens, words }) => unknownOf(tokens, words));
  const reason = unknown.length > 0 ? unknownText(store, unknown) : refusalOf(store, choice);
  const wrong = drafts.find((draft) => draft.wrong)?.wrong ?? wrongSeed;
  return html`${renderWrong(t, wrong, reason)}
  ${renderUnknown(store, unread, () => editor.request('random'))}`;
}

/** The step of the chosen cell in large, with the cell's proof. */
export function renderChosen(
  { t, store }: KindsView,
  come: () => void,
): TemplateResult | typeof nothing {
  const step = (store.kept && store.step(store.kept.path)) ?? store.current;
  if (!step) return nothing;
  return html`<button type="button" class="jump" @click=${come}>
      <span>${activeText(store) || stepTitle(store, step)}</span>
      <span class="act">${t.toProof} <span aria-hidden="true">↓</span></span>
    </button>
    <section class="chosen with-proof">
      <div class="step role-${step.role}" data-step=${step.path}>
        <h2>${renderTitle(store, step)}</h2>
        <p>${prose(stepText(store, step).text ?? '')}</p>
        <div class="tex">${notation(step.notation.formula)}</div>
        <ap-tooled-figure .store=${store} .path=${step.path}></ap-tooled-figure>
        <p class="soft">${t.chosenHint}</p>
      </div>
      <ap-proof-sheet .store=${store}></ap-proof-sheet>
    </section>`;
}
