// Writes into the page of a lesson what can be read without a script: the engine's numbers in its sentences.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { valueText } from '../../../lessons/value-text.js';
import { mergedStates } from '../../../lessons/states.js';
import { cellNamed, valueAt } from '../../../lessons/marking/place.js';
import { problemsOf } from './check';
import { attributesOf, below, parseLesson, type Beat, type Element, type Lesson } from './parse';
import { stageOf } from './stage';

const site = fileURLToPath(new URL('../../', import.meta.url));

/** Lessons as they are published; a lesson with an error is refused. */
export const lessons: Plugin = {
  name: 'lessons',
  enforce: 'pre',
  async transform(code, id) {
    const file = relative(site, id);
    if (!/^(zh\/)?learn\/[\w-]+\.md$/.test(file)) return undefined;
    const lesson = parseLesson(file, code);
    if (!lesson) return undefined;
    const problems = await problemsOf(lesson);
    if (problems.length > 0) throw new Error(`web/site/${file}\n  ${problems.join('\n  ')}`);
    return { code: await filled(lesson, code), map: null };
  },
};

async function filled(lesson: Lesson, code: string): Promise<string> {
  const texts = new Map<number, string>();
  for (const beat of lesson.beats) {
    for (const value of beat.values) {
      const at = value.sourceCodeLocation?.startTag?.endOffset;
      if (at !== undefined) texts.set(at, await textOfValue(lesson, beat, value));
    }
  }
  let written = '';
  let from = 0;
  for (const [at, text] of [...texts].sort(([a], [b]) => a - b)) {
    written += code.slice(from, at) + text;
    from = at;
  }
  return written + code.slice(from);
}

/** What is said of a task is said of the figure as the task leaves it. */
async function textOfValue(lesson: Lesson, beat: Beat, value: Element): Promise<string> {
  const { prompt, figure, state } = beat;
  const isSaid = [...below(beat.element)].some(
    (one) => one.tagName === 'details' && [...below(one)].includes(value),
  );
  const { shown = '' } = isSaid && prompt ? attributesOf(prompt) : {};
  const stage = figure && (await stageOf(figure, mergedStates([state, shown]), lesson.lang));
  if (!stage) return '';
  const { of = '', at = '', as, decimals } = attributesOf(value);
  const text = valueText(valueAt(stage.store, cellNamed(stage.store, of, at)), {
    as,
    ...(decimals !== undefined && { decimals: Number(decimals) }),
  });
  stage.dispose();
  return text;
}
