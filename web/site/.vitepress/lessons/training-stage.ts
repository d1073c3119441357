// The panels of training without a page: a run or an experiment, of which only pictures are made, and one head's update by hand.

import type { Language } from '../../../i18n/index.js';
import { PanelStore } from '../../../panels/panel-store.js';
import { HeadStore, W_Q } from '../../../panels/training/hand/head-store.js';
import { readHead, USUAL } from '../../../panels/training/hand/read-head.js';
import { gradientOf } from '../../../trace/operations.js';
import type { TraceStore } from '../../../trace/store.js';
import { pictureOfStep } from './picture';
import type { Stage } from './stage-type';
import { pictureOfTraining, trainingEngine } from './training-picture';

export const RUN_SETTINGS = ['only', 'task', 'seed', 'steps', 'experiment'];
export const HEAD_SETTINGS = ['sentence', 'labels', 'x', 'w-q', 'w-k', 'optimizer', 'lr'];

type Given = Readonly<Record<string, string>>;

/** It has no trace of its own. */
const nothing: Pick<Stage, 'store' | 'result'> = {
  store: new PanelStore<object>(
    {
      make: () => {
        throw new Error('a run has no steps');
      },
      tokens: () => () => undefined,
      first: { step: '' },
    },
    {},
  ) as unknown as TraceStore,
  result: () => undefined,
};

export async function runStage(given: Given, lang: Language): Promise<Stage> {
  const engine = await trainingEngine();
  const { only = '', task = '', experiment = '' } = given;
  return {
    ...nothing,
    setting: (name) => given[name],
    // Whoever only asks whether two beats show the same need not wait for a training.
    draw: (id) =>
      id === ''
        ? [only, task, experiment].join()
        : pictureOfTraining(engine, { only, task, experiment, lang, id }),
    dispose: () => undefined,
  };
}

export async function headStage(given: Given, lang: Language): Promise<Stage> {
  const { sentence = '', labels = '', x = '', optimizer = '' } = given;
  const matrices = { wQ: given['w-q'] ?? '', wK: given['w-k'] ?? '' };
  const lr = Number(given.lr ?? USUAL.lr);
  const options = readHead({ sentence, labels, x, ...matrices, optimizer, lr });
  if (!options)
    throw new Error('head-update: sentence, labels, x, w-q and w-k do not fit together');
  const store = new HeadStore(options, lang);
  store.start(await trainingEngine());
  const { problem } = store;
  if (problem) throw new Error(JSON.stringify(problem));
  return {
    store: store as unknown as TraceStore,
    setting: (name) =>
      ({ optimizer: options.optimizer, lr: String(options.lr) })[name] ?? given[name],
    result: () => undefined,
    draw: (id) =>
      [W_Q, gradientOf(W_Q), `update.${W_Q}.new_weight`]
        .map((path, i) => pictureOfStep(store, store.step(path)!, `${id}-${i}`))
        .join(''),
    dispose: () => store.dispose(),
  };
}
