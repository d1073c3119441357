import { html, type TemplateResult } from 'lit';
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
  ${renderUnknown(store.state.lang, unread, () => editor.request('random'))}`;
}
