import { extentOf, type Extent } from '../elements/colour-scales.js';
import type { TraceStore } from '../elements/trace-store.js';

/** One scale for the numbers of all these steps. */
export function sharedExtent(store: TraceStore, paths: readonly string[]): Extent {
  const extents = paths.map((path) => extentOf(store.tensor(path).data));
  return {
    low: Math.min(...extents.map(({ low }) => low)),
    high: Math.max(...extents.map(({ high }) => high)),
  };
}
