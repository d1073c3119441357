import type { Language } from '../../i18n/index.js';
import type { Scheme } from '../../styles/colour-scales.js';
import type { LiveStore } from './run/live.js';
import type { TrainingRun } from './run/run.js';
import type { Texts } from './texts/en.js';

/** What the parts of the panel are drawn from. */
export interface TrainView {
  t: Texts;
  lang: Language;
  scheme: Scheme;
  run: TrainingRun;
  live: LiveStore;
}
