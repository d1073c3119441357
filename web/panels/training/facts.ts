import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { DRAWN } from './run/run.js';
import type { TrainView } from './view.js';
import { hesitation, loss, NONE, share, whole } from './words.js';

/** The run in numbers, each in a place of its own, so that none moves another. */
export function renderFacts({ t, lang, run }: TrainView): TemplateResult {
  const { now, report } = run;
  const fact = (name: string, value: string, more = ''): TemplateResult =>
    html`<div data-fact=${name}>
      <dt>${t.facts[name as keyof typeof t.facts]}</dt>
      <dd><b class="number">${value}</b> <span>${more}</span></dd>
    </div>`;
  const evaluation = now?.evaluation;
  return html`<dl class="facts">
    ${fact('train', report ? loss(report.loss) : NONE)}
    ${fact(run.holdsOut ? 'held' : 'all', evaluation ? loss(evaluation.loss) : NONE)}
    ${fact(
      'unsure',
      evaluation ? hesitation(evaluation.perplexity) : NONE,
      evaluation ? t.choices[run.answers === 'place' ? 'places' : 'tokens'] : '',
    )}
    ${fact('labels', evaluation ? share(lang, evaluation.labels) : NONE)}
    ${run.answers === 'sentence' ? fact('sentences', evaluation ? share(lang, evaluation.sentences) : NONE) : nothing}
    ${run.answers === 'verse' ? fact('rhymes', evaluation?.judged === undefined ? NONE : share(lang, evaluation.judged), fill(t.ofTexts, { n: DRAWN })) : nothing}
    ${fact('rate', report ? String(Number(report.rate.toPrecision(2))) : NONE)}
    ${fact('norm', report ? loss(report.gradientNorm) : NONE)}
    ${fact('speed', report ? whole(lang, report.tokensPerSecond) : NONE)}
  </dl>`;
}

/** What the loss means, in a sentence. */
export function renderMeaning({ t, run }: TrainView): TemplateResult {
  const { now, task } = run;
  const text = run.answers === 'place' ? t.meaning.place : t.meaning.token;
  return html`<p class="meaning soft">
    ${fill(text, {
      start: loss(task.uniformLoss),
      words: task.model.vocabulary?.length ?? 0,
      n: now ? hesitation(now.evaluation.perplexity) : NONE,
    })}
  </p>`;
}
