// The few pictures of the glossary: those that lessons have at their beats, drawn for the page.

import { pictureBlock } from '../pictures';
import { Stages } from '../stage';
import type { Language } from '../../../../i18n/index.js';
import { courseOf } from './course';
import type { Pictures } from './page';
import { TERMS, type TermName } from './terms';

export async function glossaryPictures(lang: Language): Promise<Pictures> {
  const course = courseOf(lang);
  const stages = new Stages(lang);
  const drawn = new Map<TermName, string>();
  for (const { id, lesson, picture } of TERMS) {
    const beats = course.find((one) => one.lesson.name === lesson)?.lesson.beats;
    if (picture === undefined || !beats) continue;
    const beat = beats.find((one) => one.id === picture);
    const stage = beat && (await stages.of(beat));
    if (!stage) throw new Error(`the glossary’s picture of “${id}”: ${lesson}#${picture} has none`);
    drawn.set(id, pictureBlock(stage.draw(`term-${id}`)));
  }
  await stages.dispose();
  return drawn;
}
