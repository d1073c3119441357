import type { Computed } from '../../engine/types/computed.js';
import type { PanelStore } from '../panel-store.js';
import { firstOf } from './numbers.js';
import { HALVES, MEASURE_NAMES, MEASURES, pathIn, type Study } from './study.js';

/** The measures at the chosen d_k, by name and half: `variance-scaled`. */
export function resultsOf(store: PanelStore<Study>): Record<string, Computed> {
  return Object.fromEntries(
    MEASURES.flatMap((measure) =>
      HALVES.map((half) => [
        `${MEASURE_NAMES[measure]}-${half}`,
        firstOf(store, pathIn(half, measure)),
      ]),
    ),
  );
}
