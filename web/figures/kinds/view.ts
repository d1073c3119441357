import type { Step } from '../../engine/types/index.js';
import { textSizes } from '../../styles/sizes.js';
import { arrange } from '../layout/arrange.js';
import type { Figure, FigureOptions, FigureSteps, PlacedGrid } from '../figure.js';
import { headNames, headPlaces, NAME, putCard } from '../layout/head-places.js';
import { headRule, headRules } from '../layout/head-rules.js';
import { ribbon, together, widePlaced } from '../layout/joined.js';
import type { Kind } from '../kind.js';
import { text } from '../marks.js';
import { sourceOf, standing, travelling } from '../layout/moves.js';
import { clamp, cornerOf, seenColumns } from '../layout/place.js';
import { Sheet, TITLE_HEIGHT, UNIT_HEIGHT } from '../layout/sheet.js';

/** Between a strip and what becomes of it. */
const LINK = 24;
const GROUP = 18;
const TICKS = 18;

/** View, transpose, contiguous: one matrix whose bands are the heads, or slide to the heads' own places. */
function heads(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const [source] = sheet.inputs(step) as [Step];
  const was = standing(source);
  const is = standing(step);
  if (is === 'places' && was !== 'places') apart(sheet, step, source);
  else if (was === 'places' && is !== 'places') {
    const names = headNames(sheet, source);
    together(
      sheet,
      step,
      names.map((name, head) => ({ step: source, head, name })),
    );
  } else if (was === 'bands' && is === 'bands') copied(sheet, step, source);
  else if (was !== is) inPlace(sheet, step, source);
  else arrange(sheet, step, [source]);
  return { ...sheet.finish(), duration: 400 };
}

/** The bands of one matrix slide to the heads' places: the chosen head large, the others as cards. */
function apart(sheet: Sheet, step: Step, source: Step): void {
  const { options } = sheet;
  const { moment, size } = options;
  const result = sheet.read(step);
  const names = headNames(sheet, step);
  const head = Math.min(options.selection.head, names.length - 1);
  const x = Math.max(sheet.gutter(result.rowLabels), 8) + 1;
  const width = size.width - x - 3;
  const strip = putStrip(sheet, source, x, width);
  const { columns } = result.layout;
  const cell = clamp(width / columns, sheet.leastWidth([result], 9), 52);
  const labels = sheet.header(result, cell).height;
  const y = strip.box.y + strip.box.height + LINK + NAME + labels;
  const room = { x, y, width, height: size.height - y - 8 };
  const places = headPlaces(sheet, result, names.length - 1, room);
  const main = sheet.place(result, {
    ...places,
    name: 'result',
    isResult: true,
    x,
    y,
    scroller: 'columns',
  });
  const settled = { opacity: clamp(moment * 5 - 4, 0, 1) };
  const above = { ...main.box, y: y - labels };
  const band = bandBox(strip, head, names.length);
  if (moment >= 1 && band && step.op === 'transpose')
    ribbon(sheet, band, { ...above, y: above.y - NAME + 2 }, `head-${head}`);
  sheet.put(main, settled);
  sheet.rowLabels(main, x);
  sheet.columnLabels(main, sheet.header(result, main.cellWidth));
  sheet.marks.push(...headRule(options.measure, head, names[head]!, { ...above, y: above.y - 3 }));
  const others = names.flatMap((_, i) => (i === head ? [] : [i]));
  const cards = others.map((other, i) => {
    const card = { step, head: other, name: names[other]!, box: places.cards[i]! };
    return putCard(sheet, { ...card, scale: result.scale, moved: settled });
  });
  for (const grid of [main, ...cards])
    sheet.marks.push(...travelling(grid, [strip], [source], columns, moment));
}

/** The source as a strip on top, under its title and the names of its heads. */
function putStrip(sheet: Sheet, source: Step, x: number, width: number): PlacedGrid {
  const grid = sheet.read(source);
  const { rows, columns } = grid.layout;
  const { height } = sheet.options.size;
  const strip = sheet.place(grid, {
    name: 'source',
    x,
    y: TITLE_HEIGHT + (grid.groupLabels.length > 0 ? GROUP : 2),
    cellWidth: Math.min(width / columns, 24),
    cellHeight: Math.min(sheet.stripOf(rows), Math.max(20, height * 0.12)) / rows,
    bare: true,
  });
  sheet.title(grid, x, 0, sheet.options.size.width - x);
  sheet.put(strip);
  sheet.marks.push(...headRules(strip, sheet.options.measure, 3));
  return strip;
}

/** The part of a matrix that is one head's. */
function bandBox(grid: PlacedGrid, head: number, heads: number) {
  if (grid.groupLabels.length === 0) return undefined;
  const columns = grid.layout.columns / heads;
  const { x } = cornerOf(grid, { row: 0, column: head * columns });
  return { ...grid.box, x, width: columns * grid.cellWidth };
}

/** The same picture once more: every row is copied, and nothing changes its place. */
function copied(sheet: Sheet, step: Step, source: Step): void {
  const { moment } = sheet.options;
  const from = sheet.read(source);
  const rows = from.layout.rows;
  const strip = sheet.stripOf(rows);
  const y = TITLE_HEIGHT + GROUP;
  const result = widePlaced(sheet, sheet.read(step), { above: y + strip + 14 });
  const { box, cellWidth, scroller } = result;
  const above = sheet.place(from, {
    name: 'source',
    x: box.x,
    y,
    cellWidth,
    cellHeight: strip / rows,
    seen: box.width,
    ...(scroller && { scroller }),
    bare: true,
  });
  sheet.title(from, box.x, 0, sheet.options.size.width - box.x);
  sheet.put(above);
  sheet.marks.push(...headRules(above, sheet.options.measure, 3));
  sheet.put(result, { opacity: clamp(moment * 5 - 4, 0, 1) });
  sheet.sign('↓', box.x - 14, y + strip + 8);
  sheet.marks.push({
    type: 'group',
    clip: { ...box, y, height: box.y + box.height - y },
    marks: travelling(result, [above], [source], result.layout.columns, moment),
  });
}

/** The same memory: bands appear over the columns, or go. What the columns were before is written below. */
function inPlace(sheet: Sheet, step: Step, source: Step): void {
  const { moment } = sheet.options;
  const from = sheet.read(source);
  const grid = widePlaced(sheet, sheet.read(step), {
    above: TITLE_HEIGHT,
    below: TICKS + (step.gradient ? UNIT_HEIGHT : 0) + 4,
    moment,
  });
  sheet.title(from, grid.box.x, 0, sheet.options.size.width - grid.box.x);
  sheet.put(grid);
  const y = grid.box.y + grid.box.height + (sheet.hasUnit(grid) ? UNIT_HEIGHT : 0);
  const before = { ...grid, groupLabels: from.groupLabels, layout: from.layout };
  if (from.groupLabels.length > 0) {
    sheet.marks.push(
      ...headRules({ ...before, box: { ...grid.box, y } }, sheet.options.measure, -5, 15),
    );
    return;
  }
  ticks(sheet, grid, step, source, y);
}

/** The number of the source's column below the first column of each head. */
function ticks(sheet: Sheet, grid: PlacedGrid, step: Step, source: Step, y: number): void {
  const { layout, cellWidth } = grid;
  const [from, to] = seenColumns(grid);
  const chosen = sheet.activeIn(grid)?.column;
  for (let column = from; column < to; column += 1) {
    const strong = column === chosen;
    const near = chosen !== undefined && Math.abs(column - chosen) * cellWidth < 18;
    if (column % layout.group !== 0 ? !strong : near && !strong) continue;
    const read = sourceOf(step, [source], layout.index(0, column))!.index.at(-1);
    const x = cornerOf(grid, { row: 0, column }).x + cellWidth / 2;
    sheet.marks.push(
      text({
        x,
        y: y + 14,
        text: String(read),
        size: textSizes.xs,
        align: 'middle',
        colour: strong ? 'ink' : 'soft',
        strong,
      }),
    );
  }
}

export const kind: Kind = { ops: ['view', 'transpose', 'contiguous'], figure: heads };
