// What is printed of a pass: the walk, as the page tells it, one step, or the list of all.

import type { Step } from '../engine/types/index.js';
import { stepCaption } from '../figures/caption.js';
import { gridOf } from '../figures/layout/grid.js';
import { fill } from '../i18n/fill.js';
import type { PlaygroundStore } from '../playground/store.js';
import { axisNames } from '../trace/axes.js';
import { narration } from '../trace/narration.js';
import { stepText } from '../trace/names.js';
import { firstSentence } from '../i18n/step-text.js';
import type { Chapter } from '../trace/story.js';
import { paintOf, type Paint } from './paint.js';
import { tableOf } from './table.js';
import type { Terminal } from './terminal.js';
import type { Texts } from './texts/index.js';
import { wrapped } from './width.js';

export interface Printing {
  terminal: Terminal;
  words: Texts;
  whole: boolean;
}

/** Every stop of the guided walk, with its sentence and its numbers. */
export function walkText(store: PlaygroundStore, printing: Printing): string {
  const { story } = store;
  if (story.length === 0) {
    return store.stops
      .map((stop) => stepLines(store, stop[0]!, printing).join('\n'))
      .join('\n\n')
      .concat('\n');
  }
  const { words, terminal } = printing;
  const paint = paintOf(terminal);
  const parts = story.map((chapter, i) => {
    store.goTo(chapter.shown.path);
    const place = fill(words.walk.step, { n: i + 1, total: story.length });
    return chapterLines(store, chapter, { ...printing, place, paint }).join('\n');
  });
  const isPainted = terminal.depth >= 4 && store.kept !== undefined;
  return [...parts, ...(isPainted ? [paint.faint(words.walk.followed)] : []), '']
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}

function chapterLines(
  store: PlaygroundStore,
  chapter: Chapter,
  { place, paint, ...printing }: Printing & { place: string; paint: Paint },
): string[] {
  const { title } = store.t.story.chapters[chapter.name];
  return [
    `${paint.bold(title)}  ${paint.faint(place)}`,
    ...wrapped(narration(store, chapter), printing.terminal.width),
    ...numbersOf(store, chapter.shown, { ...printing, paint }),
  ];
}

/** One step: what it does, and its numbers. */
function stepLines(store: PlaygroundStore, step: Step, printing: Printing): string[] {
  const paint = paintOf(printing.terminal);
  const { place, title } = stepCaption(store, step);
  const { first } = firstSentence(stepText(store, step).text);
  return [
    paint.bold([place, title].filter(Boolean).join(' · ')),
    ...(first ? wrapped(first, printing.terminal.width) : []),
    ...numbersOf(store, step, { ...printing, paint }),
  ];
}

function numbersOf(
  store: PlaygroundStore,
  step: Step,
  { paint, terminal, words, whole }: Printing & { paint: Paint },
): string[] {
  const { batch, head, decimals } = store.state;
  const grid = gridOf(store, { selection: { batch, head }, words: store.t, root: false }, step);
  const kept = store.kept?.path === step.path ? store.kept.index : store.placeIn(step);
  const chosen = store.kept && step.shape.length > 0 ? grid.layout.locate(kept) : undefined;
  const { width } = terminal;
  const table = tableOf(grid, { paint, width, decimals, whole, chosen });
  const { rows, columns } = grid.layout;
  const isCut = table.rows < rows || table.columns < columns;
  const shown = { rows, columns, shownRows: table.rows, shownColumns: table.columns };
  return [
    paint.faint(headingOf(store, step)),
    ...table.lines,
    ...(isCut ? wrapped(fill(words.walk.more, shown), width).map(paint.faint) : []),
  ];
}

/** `scores [1, 4, 6, 6] · Head 1` */
function headingOf(store: PlaygroundStore, step: Step): string {
  const { sizes } = stepCaption(store, step);
  const { head, batch } = store.state;
  const names = axisNames(step);
  const sentences = step.shape[names.indexOf('batch')] ?? 1;
  // Where heads stand side by side in the columns, all are there.
  const hasHead = names.includes('head') && names.at(-2) !== 'head' && names.at(-1) !== 'head';
  return [
    `${step.path} ${sizes}`,
    sentences > 1 ? `${store.t.axes.batch} ${batch + 1}` : '',
    hasHead ? store.headName(head) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** All steps, one a line: path, sizes, title. */
export function stepsText(store: PlaygroundStore, { terminal, words }: Printing): string {
  const paint = paintOf(terminal);
  const longest = Math.max(...store.steps.map(({ path }) => path.length));
  const sizes = store.steps.map(({ shape }) => `[${shape.join(', ')}]`);
  const widest = Math.max(...sizes.map(({ length }) => length));
  const lines = store.steps.map((step, i) => {
    const { title } = stepCaption(store, step);
    return `${step.path.padEnd(longest)}  ${sizes[i]!.padEnd(widest)}  ${paint.faint(title)}`;
  });
  return [...lines, fill(words.walk.shapes, { n: lines.length }), ''].join('\n');
}

/** The step that is shown. */
export const oneStepText = (store: PlaygroundStore, printing: Printing): string =>
  `${stepLines(store, store.current!, printing).join('\n')}\n`;
