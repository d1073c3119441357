// The lines of PyTorch of a lesson, until the live program comes with its buttons.

import { Excerpts, languages } from '../../../engine/program/index.js';
import { escaped } from '../../../figures/render/svg/element.js';
import { stepNamed } from '../../../lessons/marking/place.js';
import type { Insertions } from './insertions';
import { attributesOf, below, type Beat } from './parse';
import type { Stages } from './stage';

/** Steps that are shown before the one that the lesson has earned. */
const BEFORE = 5;

export async function writePrograms(to: Insertions, beat: Beat, stages: Stages): Promise<void> {
  for (const program of below(beat.element)) {
    if (program.tagName !== 'lesson-program') continue;
    const stage = await stages.of(beat);
    if (!stage?.store.trace) continue;
    const { until = '', alone } = attributesOf(program);
    const { path } = stepNamed(stage.store, until);
    const parts = new Excerpts(stage.store.trace, languages.torch).around(
      path,
      alone === undefined ? BEFORE : 0,
      0,
    );
    const lines = parts.flatMap((part) => part.lines).map(escaped);
    to.into(program, `<pre v-pre translate="no"><code>${lines.join('\n')}</code></pre>`);
  }
}
