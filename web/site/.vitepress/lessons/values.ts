// The engine's numbers in the sentences of a lesson.

import { askedText } from '../../../lessons/value-text.js';
import type { Insertions } from './insertions';
import { attributesOf, isSaid, type Beat } from './parse';
import type { Stages } from './stage';

export async function writeValues(to: Insertions, beat: Beat, stages: Stages): Promise<void> {
  for (const value of beat.values) {
    const stage = isSaid(beat, value) ? await stages.after(beat) : await stages.of(beat);
    if (!stage) continue;
    const { of = '', at = '', as, decimals } = attributesOf(value);
    const asked = { of, at, as, ...(decimals !== undefined && { decimals: Number(decimals) }) };
    to.into(value, askedText(stage.store, asked));
  }
}
