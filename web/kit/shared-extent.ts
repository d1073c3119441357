import { extentOf, type Extent } from '../styles/colour-scales.js';
import type { TraceStore } from '../trace/store.js';

/** The common extent of these steps' numbers. */
export function sharedExtent(store: TraceStore, paths: readonly string[]): Extent {
  const extents = paths.map((path) => extentOf(store.tensor(path).data));
  return {
    low: Math.min(...extents.map(({ low }) => low)),
    high: Math.max(...extents.map(({ high }) => high)),
  };
}
