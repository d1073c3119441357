// What `npm run train` makes: of each task so many seeds, and of those with `moments` files that are shipped: of the
// chosen seed after all updates, and after fewer.

import { join } from 'node:path';
import { root } from '../lib/run.mjs';

export const tasks = {
  'four-pairs': { seeds: 20, moments: {} },
  phrases: { seeds: 20 },
  referent: { seeds: 8, moments: {} },
  'referent-emergent': { seeds: 8, moments: {} },
  translation: { seeds: 8 },
  'translation-textbook': { seeds: 8, moments: {} },
  numbers: { seeds: 4, moments: {} },
  // Of seed 3 the loss falls between updates 75 and 150.
  ring: { seeds: 8, moments: { 'ring-before': 75, 'ring-jump': 110 } },
  reverse: { seeds: 8, moments: {} },
  copy: { seeds: 4 },
  sort: { seeds: 4, moments: {} },
  'verse-en': { seeds: 4, moments: {} },
  'verse-zh': { seeds: 4, moments: {} },
};

export const folder = join(root, 'models');
export const logOf = (task) => join(folder, `${task}.jsonl`);
export const fileOf = (model) => join(folder, `${model}.safetensors`);
export const cardsFile = join(folder, 'cards.json');

/** The files that are shipped of a task: [name, updates], where 0 stands for all of them. */
export function modelsOf(task) {
  const { moments } = tasks[task];
  return moments ? [[task, 0], ...Object.entries(moments)] : [];
}

/** The names of all models that are shipped. */
export const shipped = Object.keys(tasks).flatMap((task) => modelsOf(task).map(([name]) => name));
