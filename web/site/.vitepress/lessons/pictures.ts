// The pictures of a lesson: of its first beat with a figure, and of each later one that shows another picture.

import { escaped } from '../../../figures/render/svg/element.js';
import type { Insertions } from './insertions';
import type { Lesson } from './parse';
import type { Stages } from './stage';

export async function writePictures(to: Insertions, lesson: Lesson, stages: Stages): Promise<void> {
  let last = '';
  for (const beat of lesson.beats) {
    const stage = await stages.of(beat);
    if (!stage) continue;
    const id = `${beat.id}-picture`;
    const drawn = stage.draw(id);
    const isSame = drawn.replaceAll(id, '') === last;
    last = drawn.replaceAll(id, '');
    if (isSame || !drawn) continue;
    // On a line of its own, as the tag before it begins a block of HTML.
    to.into(beat.element, `\n${pictureBlock(drawn)}`);
  }
}

/** A picture in a page. As one text: Vue would make an object of each of its tags. */
export const pictureBlock = (drawn: string): string =>
  `<div data-picture v-html="${escaped(JSON.stringify(drawn))}"></div>`;
