// The check of lessons as the site's build makes it, on lessons written here and on those of the course.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/lib/run.mjs';
import { importWeb } from '../../support/bundled.mjs';

export const check = await importWeb(
  'site/.vitepress/lessons/check.ts',
  'site/.vitepress/lessons/fill.ts',
  'site/.vitepress/lessons/parse.ts',
  'lessons/marking/conditions.ts',
);
/** The parts of a prompt that is right, for lessons that have one thing wrong. */
export const figure =
  '<attention-playground slot="figure" mode="figure" sentence="I am good" projections="none" positions="none" scale="1" heads="1" d-model="3" step="scores"></attention-playground>';
export const given = 'x=[[1,3,2],[1,1,3],[1,2,1]]&step=scores';

/** A lesson of these beats: `{ id, text, state }`. */
export const lessonOf = (beats, { name = 'try', figures = figure } = {}) =>
  [
    `# Try\n\n<attention-lesson name="${name}">\n\n${figures}\n`,
    ...beats.map(
      ({ id = 'first', text = '', state = given, more = '' }) =>
        `<lesson-beat id="${id}" state="${state}" ${more}>\n\n${text}\n\n</lesson-beat>\n`,
    ),
    '</attention-lesson>\n',
  ].join('\n');

export const problemsIn = (source, file = 'learn/try.md') =>
  check.problemsOf(check.parseLesson(file, source));

const folder = join(root, 'web/site');

/** The lessons of the course in a language, by their names, as they are in the site's folder. */
export function lessonsIn(language) {
  const path = language === 'zh' ? 'zh/learn' : 'learn';
  return Object.fromEntries(
    readdirSync(join(folder, path))
      .map((file) => [file, readFileSync(join(folder, path, file), 'utf8')])
      .map(([file, source]) => [
        file.replace(/\.md$/, ''),
        { source, lesson: check.parseLesson(`${path}/${file}`, source) },
      ])
      .filter(([, { lesson }]) => lesson !== undefined),
  );
}
