import type { Step } from '../../engine/types/index.js';
import type { TraceStore } from '../../trace/store.js';

/** One moment of the pass: a tile of keys with a tile of queries, or, at the end of a row, the division. */
export interface Frame {
  row: number;
  /** undefined at the division. */
  column: number | undefined;
}

/** The part of an axis that a tile covers. */
export type Part = readonly [first: number, count: number];

/** How the score matrix is cut, read from the shapes of the tiles. */
export interface Grid {
  rows: Part[];
  columns: Part[];
  /** Whether the mask hides every score of a tile. */
  hidden: boolean[][];
}

export function gridOf(store: TraceStore): Grid {
  const parts = (shapeOf: (at: number) => number | undefined): Part[] => {
    const found: Part[] = [];
    for (let first = 0, count; (count = shapeOf(found.length)) !== undefined; first += count) {
      found.push([first, count]);
    }
    return found;
  };
  const rows = parts((row) => store.step(`tiles.${row}.tile_q`)?.shape.at(-2));
  const columns = parts((column) => store.step(`tiles.0.${column}.tile_k`)?.shape.at(-2));
  const hidden = rows.map((_, row) => columns.map((__, column) => isHidden(store, row, column)));
  return { rows, columns, hidden };
}

export function framesOf({ rows, columns }: Grid): Frame[] {
  return rows.flatMap((_, row) => [
    ...columns.map((__, column) => ({ row, column })),
    { row, column: undefined },
  ]);
}

/** The frame of the tile that a query and a key meet in. */
export function frameWith(grid: Grid, query: number, key: number): Frame {
  const within = (parts: readonly Part[], at: number): number =>
    parts.findIndex(([first, count]) => at < first + count);
  return { row: within(grid.rows, query), column: within(grid.columns, key) };
}

/** The paths of one tile's steps; steps that only later tiles have are undefined in the first of a row, and where a mistake leaves them out. */
export interface TileSteps {
  scores: string;
  exponentials: string;
  tileSum: string;
  part: string;
  maximum: string;
  correction: string | undefined;
  correctedSum: string | undefined;
  sum: string;
  correctedOutput: string | undefined;
  output: string;
}

export function tileSteps(store: TraceStore, row: number, column: number): TileSteps {
  const path = (name: string): string => `tiles.${row}.${column}.${name}`;
  const known = (name: string): string | undefined => store.step(path(name))?.path;
  return {
    scores:
      known('tile_masked_scores') ?? known('tile_tempered_scores') ?? path('tile_scaled_scores'),
    exponentials: path('tile_exponentials'),
    tileSum: path('tile_sum'),
    part: path('tile_context'),
    maximum: path('tile_maximum'),
    correction: known('tile_correction'),
    correctedSum: known('tile_corrected_sum'),
    sum: known('running_sum') ?? path('tile_sum'),
    correctedOutput: known('tile_corrected_output'),
    output: known('running_output') ?? path('tile_context'),
  };
}

export const outputPath = (row: number): string => `tiles.${row}.tile_output`;

function isHidden(store: TraceStore, row: number, column: number): boolean {
  const { scores } = tileSteps(store, row, column);
  const { data } = store.tensor(scores);
  return data.length > 0 && data.every((score) => score === -Infinity);
}

/** The frame that shows a step; undefined if the step is not part of the pass. */
export function frameOf(frames: readonly Frame[], step: Step | undefined): number | undefined {
  const at = step?.scope.tile;
  if (!at || step.name === 'tile_q') return undefined;
  const found = frames.findIndex(({ row, column }) => row === at[0] && column === at[1]);
  return found < 0 ? undefined : found;
}

/** The path in a frame of the step that corresponds to a step of another frame: the running sum, for example. */
export function pathIn(
  store: TraceStore,
  { row, column }: Frame,
  like: Pick<Step, 'name' | 'role'> | undefined,
): string {
  if (column === undefined) return outputPath(row);
  const steps = tileSteps(store, row, column);
  const same = like && store.step(`tiles.${row}.${column}.${like.name}`);
  return same?.path ?? (like?.role === 'output' ? steps.output : steps.sum);
}
