// The engine's numbers in the sentences of a lesson.

import { cellNamed, valueAt } from '../../../lessons/marking/place.js';
import { valueText } from '../../../lessons/value-text.js';
import type { Insertions } from './insertions';
import { attributesOf, isSaid, type Beat } from './parse';
import type { Stages } from './stage';

export async function writeValues(to: Insertions, beat: Beat, stages: Stages): Promise<void> {
  for (const value of beat.values) {
    const stage = isSaid(beat, value) ? await stages.after(beat) : await stages.of(beat);
    if (!stage) continue;
    const { of = '', at = '', as, decimals } = attributesOf(value);
    const options = { as, ...(decimals !== undefined && { decimals: Number(decimals) }) };
    to.into(value, valueText(valueAt(stage.store, cellNamed(stage.store, of, at)), options));
  }
}
