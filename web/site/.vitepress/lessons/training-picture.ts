// What the panel of training shows once it was trained: the build trains, as the page does, to the same numbers.

import { load } from '../../../engine/index.js';
import type { AttentionPlayground, Tensor } from '../../../engine/types/index.js';
import type { Language } from '../../../i18n/index.js';
import { pairChart } from '../../../panels/training/compare/pair-view.js';
import {
  changed,
  EXPERIMENTS,
  SIDES,
  type Experiment,
  type ExperimentName,
} from '../../../panels/training/experiment/experiments.js';
import { lossChart, shareChart } from '../../../panels/training/run/charts.js';
import {
  configOf,
  modelOf,
  sourceOf,
  trainerOf,
  type TrainingConfig,
} from '../../../panels/training/run/config.js';
import { Curve } from '../../../panels/training/run/curve.js';
import { LiveStore } from '../../../panels/training/run/live.js';
import { JUDGED, JUDGED_ON, type TrainingRun } from '../../../panels/training/run/run.js';
import { answersOf, isTaskName } from '../../../panels/training/tasks.js';
import { texts as en, type Texts } from '../../../panels/training/texts/en.js';
import { texts as zh } from '../../../panels/training/texts/zh.js';
import { pictureOfStep } from './picture';
import { stacked } from './stacked-charts';
import { svgInPage } from './svg';

const TEXTS = { en, zh };

/** Only the second module trains. */
export const trainingEngine = (): Promise<AttentionPlayground> => load({ training: true });

interface Trained extends Pick<TrainingRun, 'config' | 'curve' | 'update' | 'task' | 'answers'> {
  moments: { all: readonly [] };
  parameters: Readonly<Record<string, Tensor>>;
  /** The last attention that the task judges. */
  judged: string;
}

/** Each run is made once, for both languages. */
const known = new Map<string, Trained>();

function trained(engine: AttentionPlayground, config: TrainingConfig): Trained {
  const key = JSON.stringify(config);
  const before = known.get(key);
  if (before) return before;
  const task = engine.task(sourceOf(config), { heldOut: JUDGED_ON });
  const model = engine.transformer(modelOf(config, task));
  const trainer = engine.trainer({ ...trainerOf(config), model });
  const curve = new Curve();
  let judged = '';
  const every = Math.max(1, Math.round(config.steps / JUDGED));
  try {
    for (let update = 0; ; update = trainer.updates) {
      const evaluation = trainer.evaluate({ examples: JUDGED_ON });
      curve.judge({ update, evaluation });
      judged = evaluation.heads.at(-1)?.attention ?? '';
      if (update >= config.steps) break;
      curve.take(trainer.step(Math.min(every, config.steps - update)));
    }
    const { parameters } = trainer.snapshot();
    const answers = answersOf(task.model);
    const run = {
      config,
      curve,
      task,
      answers,
      update: config.steps,
      moments: { all: [] },
    } as const;
    const made: Trained = { ...run, parameters, judged };
    known.set(key, made);
    return made;
  } finally {
    trainer.dispose();
    model.dispose();
  }
}

export interface Asked {
  only: string;
  task: string;
  experiment: string;
  lang: Language;
  id: string;
}

/** As HTML of one line: the curves of a run, where its head looks at the end, and the two curves of an experiment. */
export function pictureOfTraining(engine: AttentionPlayground, asked: Asked): string {
  const words = asked.only.split(/\s+/);
  return [
    words.includes('experiment') ? pictureOfPair(engine, asked) : '',
    words.includes('curves') ? pictureOfCurves(engine, asked) : '',
    words.includes('attention') ? pictureOfHead(engine, asked) : '',
  ].join('');
}

function configFor(engine: AttentionPlayground, name: string): TrainingConfig {
  const task = isTaskName(name) ? name : 'translation';
  return configOf({ task }, engine.task(task, { heldOut: 1 }));
}

function pictureOfPair(engine: AttentionPlayground, { experiment, lang, id }: Asked): string {
  if (!Object.hasOwn(EXPERIMENTS, experiment)) return '';
  const name = experiment as ExperimentName;
  const chosen: Experiment = EXPERIMENTS[name];
  const config = configFor(engine, chosen.task);
  const [a, b] = SIDES.map((side) => trained(engine, changed(config, chosen[side])));
  const t: Texts = TEXTS[lang];
  const texts = t.experiments[name];
  const measured = chosen.charted ? t.trainLoss : t.heldLoss;
  const title = `${measured}: — ${texts.a}, - - ${texts.b}`;
  const data = pairChart(t, chosen, { a: a!, b: b! });
  return svgInPage(stacked([{ title, data }]), { title, lang, id });
}

function pictureOfCurves(engine: AttentionPlayground, { task, lang, id }: Asked): string {
  const run = trained(engine, configFor(engine, task));
  const t = TEXTS[lang];
  const view = { t, lang, run };
  const charts = [
    { title: t.heldLoss, data: lossChart(view, false) },
    { title: t.labelsRight, data: shareChart(view) },
  ];
  return svgInPage(stacked(charts), { title: t.curves, lang, id });
}

function pictureOfHead(engine: AttentionPlayground, { task, lang, id }: Asked): string {
  const { config, task: found, parameters, judged } = trained(engine, configFor(engine, task));
  const examples = found.heldOut.slice(0, 1);
  const live = new LiveStore({ model: modelOf(config, found), parameters, examples }, lang);
  live.start(engine);
  try {
    const step = live.steps.find(({ path }) => path === `${judged}.weights`);
    return step ? pictureOfStep(live, step, `${id}-head`) : '';
  } finally {
    live.dispose();
  }
}
