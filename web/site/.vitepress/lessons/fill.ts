// Writes into the page of a lesson what can be read without a script: the engine's numbers, pictures of its figure, the answers; and
// links to the glossary, whose page it fills, too.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { writeAnswers } from './answers';
import { problemsOf } from './check';
import { courseOf, type CourseLesson } from './glossary/course';
import { writeTermLinks } from './glossary/links';
import { glossaryOf, PLACE } from './glossary/page';
import { glossaryPictures } from './glossary/pictures';
import { Insertions } from './insertions';
import { parseLesson, type Lesson } from './parse';
import { sheetTexts } from './worksheets/texts';
import { writePictures } from './pictures';
import { writePrograms } from './programs';
import { Stages } from './stage';
import { writeValues } from './values';

const site = fileURLToPath(new URL('../../', import.meta.url));

/** Each page is written once, for the page that is served and for the script that draws it anew. */
const written = new Map<string, { code: string; page: Promise<string | undefined> }>();

/** Lessons as they are published; a lesson with an error is refused. */
export const lessons: Plugin = {
  name: 'lessons',
  enforce: 'pre',
  async transform(code, id) {
    const file = relative(site, id);
    if (!/^(zh\/)?learn\/[\w-]+\.md$/.test(file)) return undefined;
    const before = written.get(file);
    const { page } = before?.code === code ? before : { page: pageOf(file, code) };
    written.set(file, { code, page });
    const text = await page;
    return text === undefined ? undefined : { code: text, map: null };
  },
};

/** Undefined for a page that has neither a lesson nor the glossary. */
async function pageOf(file: string, code: string): Promise<string | undefined> {
  const lang = file.startsWith('zh/') ? 'zh' : 'en';
  if (code.includes(PLACE)) {
    const glossary = glossaryOf(lang, await glossaryPictures(lang));
    return code.replace(PLACE, () => glossary);
  }
  const lesson = parseLesson(file, code);
  if (!lesson) return undefined;
  const problems = await problemsOf(lesson);
  if (problems.length > 0) throw new Error(`web/site/${file}\n  ${problems.join('\n  ')}`);
  return filled(lesson, code, courseOf(lang));
}

/** What fetches the elements of a lesson, so that its page does, and no other. */
const scriptsOf = ({ file }: Lesson): string => `

<script setup>
import { CourseStyles } from '${themeOf(file)}/course-styles';
import { useLessons } from '${themeOf(file)}/lesson-scripts';
useLessons();
</script>
`;

const themeOf = (file: string): string =>
  `${file.startsWith('zh/') ? '../' : ''}../.vitepress/theme`;

/** The way to the lesson on paper, which is no page of VitePress's: `target` tells its router so. */
function paperOf({ lang, name }: Lesson): string {
  const { worksheet, withAnswers } = sheetTexts[lang];
  const to = `./worksheets/${name}`;
  return `

<p class="lesson-paper"><a href="${to}.html" target="_self">${worksheet}</a> · <a href="${to}-answers.html" target="_self">${withAnswers}</a></p>
`;
}

async function filled(
  lesson: Lesson,
  code: string,
  course: readonly CourseLesson[],
): Promise<string> {
  const stages = new Stages(lesson.lang);
  const to = new Insertions();
  writeTermLinks(to, lesson, code, course);
  await writePictures(to, lesson, stages);
  for (const beat of lesson.beats) {
    await writeValues(to, beat, stages);
    await writeAnswers(to, lesson, beat, stages);
    await writePrograms(to, beat, stages);
  }
  await stages.dispose();
  if (course.some((one) => one.lesson.name === lesson.name))
    to.after(lesson.element, paperOf(lesson));
  to.before(lesson.element, '<CourseStyles />\n\n');
  to.after(lesson.element, scriptsOf(lesson));
  return to.written(code);
}
