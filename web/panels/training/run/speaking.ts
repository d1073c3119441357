import type { ReactiveControllerHost } from 'lit';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import type { TrainingRun } from './run.js';
import type { Texts } from '../texts/en.js';
import { loss, share } from '../words.js';

/** Milliseconds between two sentences about a run that trains. */
const PAUSE_MS = 6000;

/** Says how a run goes, for screen readers: seldom while it trains, and whenever it comes to rest. */
export class Speaking {
  text = '';
  private spoken = -Infinity;
  private trained = false;

  constructor(private readonly host: ReactiveControllerHost) {}

  say(t: Texts, lang: Language, run: TrainingRun): void {
    const { training, now, update } = run;
    const begins = training && !this.trained;
    const rests = !training && this.trained;
    this.trained = training;
    const time = performance.now();
    if (!now || (!begins && !rests && !(training && time - this.spoken > PAUSE_MS))) return;
    this.spoken = time;
    this.text = fill(rests ? t.spokenRest : t.spokenTraining, {
      n: update,
      loss: loss(now.evaluation.loss),
      share: share(lang, now.evaluation.labels),
    });
    this.host.requestUpdate();
  }
}
