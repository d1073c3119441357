import type { TaskName, TransformerOptions } from '../../engine/types/index.js';

/** The tasks in the order of the menu: what is quick and telling comes first. */
export const TASKS = [
  'four-pairs',
  'ring',
  'referent',
  'referent-emergent',
  'phrases',
  'translation',
  'translation-textbook',
  'numbers',
  'reverse',
  'copy',
  'sort',
  'verse-en',
  'verse-zh',
] as const satisfies readonly TaskName[];

/** One of them, or the user's own pairs. */
export type TaskChoice = TaskName | 'own';

export const isTaskName = (name: string): name is TaskName =>
  (TASKS as readonly string[]).includes(name);

/** How a model answers, which decides how its answers are shown. */
export type Answers = 'sentence' | 'place' | 'word' | 'walk' | 'verse';

export function answersOf({ architecture, pointer, vocabulary = [] }: TransformerOptions): Answers {
  if (architecture === 'encoder-only') return pointer ? 'place' : 'word';
  if (architecture !== 'decoder-only') return 'sentence';
  return vocabulary.includes(START) ? 'verse' : 'walk';
}

export const START = '<sos>';
export const END = '<eos>';
