import type { Step } from '../../engine/types/index.js';
import type { Block } from '../../trace/blocks.js';
import {
  isSingle,
  isStack,
  parametersOf,
  rowsOf,
  type MapBlock,
  type MapEntry,
  type MapModel,
  type MapStack,
} from './model.js';

/** Heights and distances, in em. y counts upwards from the bottom of the map. */
export const SIZES = {
  box: 2.1,
  chips: 1.7,
  head: 1.7,
  stack: 1.9,
  gap: 2,
  pad: 0.6,
  label: 1.5,
} as const;

/** Distance between the last box and the name of its frame. */
const ABOVE = 0.4;

/** An item that can be focused: a step, a foldable block, or a foldable stack. */
export interface MapItem {
  key: string;
  type: 'step' | 'block' | 'stack';
  step?: Step;
  block?: Block;
  stack?: MapStack;
  open?: boolean;
  level: number;
  /** Column; −1 = across all of them. */
  column: number;
  /** Left and right edge as fractions of the column's width. */
  left: number;
  right: number;
  bottom: number;
  top: number;
  /** A parameter, drawn inside the box of the step that reads it. */
  within?: { of: string; place: number; count: number; below: boolean };
  /** How many parameters are drawn in the box beside its name. */
  parameters?: number;
  /** It has no outline, and lines pass behind it. */
  plate?: boolean;
}

export interface MapFrame {
  key: string;
  kind: 'stack' | 'layer' | 'block';
  column: number;
  left: number;
  right: number;
  bottom: number;
  top: number;
  layer?: number;
}

export interface MapLayout {
  items: MapItem[];
  frames: MapFrame[];
  columns: number;
  height: number;
  /** The frames of folded stacks, by name: lines to hidden layers end at the frame's edge. */
  folded: Map<string, MapFrame & { shown: number }>;
}

/** Places all items; the width of columns is found later, as it depends on the lines between them. */
export function mapLayout(model: MapModel, singleColumn: boolean): MapLayout {
  const layout: MapLayout = { items: [], frames: [], columns: 0, height: 0, folded: new Map() };
  const columns = singleColumn ? [model.columns.flat()] : model.columns;
  const ground = new Stacker(layout, -1);
  for (const block of model.shared) ground.block(block, 1);
  const start = ground.y;
  for (const [column, entries] of columns.entries()) {
    const stacker = new Stacker(layout, column, start);
    for (const entry of entries) stacker.entry(entry);
    layout.height = Math.max(layout.height, stacker.y);
  }
  layout.columns = columns.length;
  return layout;
}

/** Stacks items from bottom to top. */
class Stacker {
  private inset = 0;

  constructor(
    private readonly layout: MapLayout,
    private readonly column: number,
    public y = 0.3,
  ) {}

  entry(entry: MapEntry): void {
    if (isStack(entry)) this.stack(entry);
    else this.block(entry, 1);
  }

  block({ key, block, open }: MapBlock, level: number): void {
    const right = block.name === 'masks' ? 0.77 : 1;
    if (isSingle(block)) return this.step(block.steps[0]!, 0, right, level, []);
    if (!open) {
      this.add({ key, type: 'block', block, open, level }, 0, right, SIZES.box);
      this.y += SIZES.gap;
      return;
    }
    const bottom = this.y;
    // The title comes before its steps in reading order, but is drawn above them.
    const head = this.add({ key, type: 'block', block, open, level, plate: true }, 0, right, 0);
    const parameters = parametersOf(block);
    this.y += SIZES.pad + SIZES.gap / 2;
    this.inset += 0.03;
    for (const row of rowsOf(block)) this.row(row, right, level + 1, parameters);
    this.inset -= 0.03;
    this.y += SIZES.pad - SIZES.gap;
    head.bottom = this.y;
    head.top = this.y += SIZES.head;
    this.frame('block', key, bottom, right);
    this.y += SIZES.gap;
  }

  private stack(entry: MapStack): void {
    const { stack, open, shown } = entry;
    const bottom = this.y;
    const item = { key: stack, type: 'stack', stack: entry, open, level: 1, plate: true } as const;
    const head = this.add(item, 0, 1, 0);
    this.y += SIZES.pad + SIZES.gap / 2;
    for (const { layer, blocks } of entry.layers) {
      const from = this.y;
      if (open) this.y += SIZES.pad + SIZES.gap / 2;
      this.inset += 0.03;
      for (const block of blocks) this.block(block, 2);
      this.inset -= 0.03;
      if (!open) continue;
      this.y += SIZES.label + ABOVE - SIZES.gap;
      this.frame('layer', `${stack}.${layer}`, from, 1, layer);
      this.y += SIZES.gap;
    }
    this.y += ABOVE - SIZES.gap;
    head.bottom = this.y;
    head.top = this.y += SIZES.stack;
    this.y += 0.2;
    const frame = this.frame('stack', stack, bottom, 1);
    if (!open) this.layout.folded.set(stack, { ...frame, shown });
    this.y += SIZES.gap;
  }

  private row(
    row: readonly Step[],
    right: number,
    level: number,
    parameters: ReadonlyMap<string, Step[]>,
  ): void {
    const several = row.length > 1;
    const tallest = row.some((step) => parameters.has(step.path)) && several ? SIZES.chips : 0;
    const y = this.y;
    for (const [i, step] of row.entries()) {
      this.y = y;
      const width = right / row.length;
      const gap = several ? 0.01 : 0;
      const chips = parameters.get(step.path) ?? [];
      this.step(step, i * width + gap, (i + 1) * width - gap, level, chips, tallest);
    }
  }

  private step(
    step: Step,
    left: number,
    right: number,
    level: number,
    chips: readonly Step[],
    more = 0,
  ): void {
    const { y } = this;
    const top = y + SIZES.box + more;
    // A parameter runs before the step that reads it.
    for (const [place, chip] of chips.entries()) {
      const part = { key: chip.path, type: 'step', step: chip, level: level + 1 } as const;
      const within = { of: step.path, place, count: chips.length, below: more > 0 };
      this.add({ ...part, within }, left, right, 0).top = top;
    }
    const parameters = more > 0 ? 0 : chips.length;
    this.add({ key: step.path, type: 'step', step, level, parameters }, left, right, top - y);
    this.y += SIZES.gap;
  }

  private add(
    item: Omit<MapItem, 'column' | 'left' | 'right' | 'bottom' | 'top'>,
    left: number,
    right: number,
    height: number,
  ): MapItem {
    const { column, inset } = this;
    const bottom = this.y;
    this.y += height;
    const scale = (at: number): number => inset + at * (1 - 2 * inset);
    const edges = { left: scale(left), right: scale(right) };
    const placed: MapItem = { ...item, column, ...edges, bottom, top: this.y };
    this.layout.items.push(placed);
    return placed;
  }

  private frame(
    kind: MapFrame['kind'],
    key: string,
    bottom: number,
    right: number,
    layer?: number,
  ): MapFrame {
    const { column, inset } = this;
    const edges = { left: inset, right: inset + right * (1 - 2 * inset) };
    const frame = {
      key,
      kind,
      column,
      ...edges,
      bottom,
      top: this.y,
      ...(layer === undefined ? {} : { layer }),
    };
    this.layout.frames.push(frame);
    return frame;
  }
}
