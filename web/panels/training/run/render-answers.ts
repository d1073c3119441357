import { html, type TemplateResult } from 'lit';
import { fill } from '../../../i18n/fill.js';
import type { Answer } from './answers.js';
import type { Moment } from './moments.js';
import type { Texts } from '../texts/en.js';
import type { TrainView } from '../view.js';
import { sentence } from '../words.js';

/** What the model answered when it was last asked, right and wrong. */
export function renderAnswers({ t, run }: TrainView): TemplateResult {
  const asked = lastAsked(run);
  const answers = asked?.answers ?? [];
  return html`<section class="answers" data-kind=${run.answers}>
    <h2>${asked?.update ? fill(t.answersAt, { n: asked.update }) : t.answersBefore}</h2>
    <ol>
      ${answers.map((answer) => html`<li>${renderAnswer(t, answer)}</li>`)}
    </ol>
  </section>`;
}

/** While it trains it is asked now and then only. */
function lastAsked({ now, moments }: TrainView['run']): Moment | undefined {
  return now?.answers ? now : [...moments.all].reverse().find(({ answers }) => answers);
}

function renderAnswer(t: Texts, answer: Answer): TemplateResult {
  switch (answer.kind) {
    case 'sentence':
      return html`<span class="asked">${sentence(answer.source)}</span>
        <span aria-hidden="true">→</span>
        <span class="written ${answer.right ? 'right' : 'wrong-one'}"
          >${sentence(answer.written) || t.nothingWritten}</span
        >
        ${renderVerdict(t, answer.right, sentence(answer.expected))}`;
    case 'place':
      return html`${renderPointed(answer.tokens, answer.from, answer.at, answer.expected)}
      ${renderVerdict(t, answer.right, answer.tokens[answer.expected] ?? '')}`;
    case 'word':
      return html`${renderPointed(answer.tokens, answer.from)} <span aria-hidden="true">→</span>
        <span class="written ${answer.right ? 'right' : 'wrong-one'}">${answer.said}</span>
        ${renderVerdict(t, answer.right, answer.expected)}`;
    case 'walk':
      return renderWalk(t, answer);
    case 'verse':
      return html`<span class="verse">${renderLines(answer.written)}</span>`;
  }
}

function renderVerdict(t: Texts, right: boolean, expected: string): TemplateResult {
  return right
    ? html`<span class="verdict right">✓ <span class="only-read-aloud">${t.right}</span></span>`
    : html`<span class="verdict wrong-one">✗ ${fill(t.expected, { expected })}</span>`;
}

/** A sentence with the word that asks, and the word that it points at. */
function renderPointed(
  tokens: readonly string[],
  from: number,
  at = -1,
  expected = -1,
): TemplateResult {
  const kind = (i: number): string =>
    i === from ? 'from' : i === at ? (at === expected ? 'right at' : 'wrong-one at') : '';
  return html`<span class="pointed"
    >${tokens.map((token, i) => html`<span class=${kind(i)}>${token}</span> `)}</span
  >`;
}

/** A walk, and below each token what was said to come next where that could be known. */
function renderWalk(
  t: Texts,
  { tokens, said, expected }: Extract<Answer, { kind: 'walk' }>,
): TemplateResult {
  return html`<span
    class="walk"
    role="img"
    aria-label=${fill(t.walkName, {
      tokens: tokens.join(' '),
      said: said.map((token) => token ?? '–').join(' '),
    })}
    >${tokens.map((token, i) => {
      const next = said[i];
      const verdict = next === null ? '' : next === expected[i] ? 'right' : 'wrong-one';
      return html`<span class="token"><b>${token}</b><i class=${verdict}>${next ?? '·'}</i></span>`;
    })}</span
  >`;
}

const BREAK = /^[/，]$/;

/** Lines, with their last tokens marked: these rhyme. */
function renderLines(tokens: readonly string[]): TemplateResult[] {
  const lines: string[][] = [[]];
  for (const token of tokens) {
    if (BREAK.test(token)) lines.push([]);
    else lines.at(-1)!.push(token);
  }
  return lines.map(
    (line) =>
      html`<span class="verse-line"
        >${sentence(line.slice(0, -1))}${/^[a-z]/.test(line.at(-1) ?? '') ? ' ' : ''}<b
          >${line.at(-1)}</b
        ></span
      >`,
  );
}
