import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import { renderRefused } from '../../../kit/fields/inputs.js';
import { renderNumberField } from '../../../kit/fields/number-field.js';
import type { Pair } from '../compare/pair.js';
import type { Texts } from '../texts/en.js';
import { share } from '../words.js';
import { EXPERIMENTS, SIDES, type ExperimentName, type Side } from './experiments.js';
import type { GuessDraft } from './guesses.js';

const REASON = 'guess-refused';

interface Asking {
  chosen: ExperimentName;
  draft: GuessDraft;
  /** The runs are being made: it is too late for another guess. */
  isOver: boolean;
  guess(side: Side, text: string): void;
}

/** Asks how much each run will get right at the end, before anything of it is seen. */
export function renderGuesses(t: Texts, { chosen, draft, isOver, guess }: Asking): TemplateResult {
  const { made, refused } = draft;
  const wrong = SIDES.map((side) => refused[side]).find((actual) => actual !== undefined);
  return html`<fieldset class="guesses" ?disabled=${isOver}>
    <legend>${t.guess[EXPERIMENTS[chosen].accuracy]}</legend>
    <div class="fields">
      ${SIDES.map((side) =>
        renderNumberField({
          name: `guess-${side}`,
          label: t.experiments[chosen][side],
          value: made[side],
          unit: '%',
          range: { least: 0, most: 100 },
          hidesRange: true,
          refused: refused[side],
          reason: REASON,
          change: (text) => guess(side, text),
        }),
      )}
    </div>
    ${renderRefused(wrong && fill(t.wrongGuess, { actual: wrong }), nothing, REASON)}
  </fieldset>`;
}

/** A guess as it was made. */
export const guessText = (lang: Language, percent: number): string => share(lang, percent / 100);

/** What each run has reached beside what was guessed, in a sentence; read aloud once both are over. */
export function renderOutcome(t: Texts, lang: Language, pair: Pair | undefined): TemplateResult {
  return html`<div class="outcome" aria-live="polite">
    ${pair?.finished ? SIDES.map((side) => html`<p>${outcomeOf(t, lang, pair, side)}</p>`) : nothing}
    ${pair?.training ? html`<span class="only-read-aloud">${t.bothTrain}</span>` : nothing}
  </div>`;
}

function outcomeOf(t: Texts, lang: Language, pair: Pair, side: Side): string {
  const { now } = pair[side];
  const guess = pair.guesses[side];
  if (!now) return '';
  return fill(guess === undefined ? t.reached : t.guessedAndReached, {
    name: t.experiments[pair.name][side],
    share: share(lang, now.evaluation[EXPERIMENTS[pair.name].accuracy]),
    guess: guess === undefined ? '' : guessText(lang, guess),
  });
}
