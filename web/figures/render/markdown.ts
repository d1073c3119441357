import type { Step } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { axisNames } from '../../trace/axes.js';
import { fixedAxes } from '../../trace/layout.js';
import { placeName } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';
import { sourceText } from '../caption.js';
import type { Grid } from '../figure.js';
import { cellNumber, gridOf, valueAt } from '../layout/grid.js';
import { escapeMarkdown } from './markdown/escape.js';
import { MOST_NUMBERS, tooMany, type TooMany } from './most.js';
import { columnName, editedLine, nameOf } from './words.js';

/** A matrix of a step: that of one sentence and one head, by the axes that have several. */
interface Slice {
  batch: number;
  head: number;
  name: string;
}

/**
 * The numbers of a step as tables of GitHub's Markdown, one for each matrix, with the labels and decimals of its figure. Of a step
 * that has more numbers than are written only the matrix that is shown is, and a line says so; nothing if that has too many, too.
 */
export function markdownOf(store: TraceStore, step: Step): string | TooMany {
  const texts = store.t.figure;
  const slices = slicesOf(store, step);
  const count = store.tensor(step.path).data.length;
  const isWhole = count <= MOST_NUMBERS;
  const written = isWhole ? slices : slices.filter((slice) => isShown(store, slices, slice));
  const matrices = written.map(({ name, ...selection }) => {
    const grid = gridOf(store, { selection, words: store.t, root: false }, step);
    return { name, grid };
  });
  const cells = matrices.reduce((sum, { grid }) => sum + grid.layout.rows * grid.layout.columns, 0);
  const refused = tooMany(cells);
  if (refused) return refused;
  const paragraphs = [
    `### ${escapeMarkdown(nameOf(store, step))} · \`${step.path}\``,
    isWhole ? '' : fill(texts.oneSlice, { n: slices.length, count, most: MOST_NUMBERS }),
    ...matrices.flatMap(({ name, grid }) => [
      name && `#### ${escapeMarkdown(name)}`,
      table(store, grid),
      ...editedLine(store, grid, texts).map(escapeMarkdown),
    ]),
    escapeMarkdown(sourceText(store, step, texts, isWhole)),
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

/** Its matrices; each has a name if there are several. */
function slicesOf(store: TraceStore, step: Step): Slice[] {
  let slices: Slice[] = [{ batch: store.state.batch, head: store.state.head, name: '' }];
  for (const axis of fixedAxes(step)) {
    const key = axisNames(step)[axis] === 'head' ? 'head' : 'batch';
    slices = slices.flatMap((slice) =>
      Array.from({ length: step.shape[axis]! }, (_, at) => ({
        ...slice,
        [key]: at,
        name: [slice.name, partName(store, step, axis, at)]
          .filter(Boolean)
          .join(store.t.proof.comma),
      })),
    );
  }
  return slices;
}

/** `batch 2`, `Head 1`; '' if it is the only one. */
function partName(store: TraceStore, step: Step, axis: number, at: number): string {
  if (step.shape[axis] === 1) return '';
  const key = axisNames(step)[axis] ?? 'batch';
  const name = placeName(store, step, axis, at, store.state.batch);
  return /^\d+$/.test(name) ? `${store.t.axes[key]} ${name}` : name;
}

/** Whether the page shows it; a place that an axis does not have is its first. */
function isShown(store: TraceStore, slices: readonly Slice[], slice: Slice): boolean {
  const place = (key: 'batch' | 'head'): number =>
    slices.some((one) => one[key] === store.state[key]) ? store.state[key] : 0;
  return slice.batch === place('batch') && slice.head === place('head');
}

function table(store: TraceStore, grid: Grid): string {
  const { rows, columns } = grid.layout;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const along = Array.from({ length: columns }, (_, column) => column);
  const written = (row: number, column: number): string => {
    const value = valueAt(grid, row, column);
    const text = cellNumber(grid, value, store.state.decimals);
    return grid.words[value] === undefined ? text.replaceAll('-', '−') : escapeMarkdown(text);
  };
  return [
    line(['', ...along.map((column) => escapeMarkdown(columnName(grid, column)))]),
    line([':--', ...along.map(() => '--:')]),
    ...Array.from({ length: rows }, (_, row) =>
      line([
        escapeMarkdown(grid.rowLabels[row] ?? ''),
        ...along.map((column) => written(row, column)),
      ]),
    ),
  ].join('\n');
}
