import type { Step } from '../../engine/types/index.js';
import type { Block } from '../../trace/blocks.js';

/** What is unfolded: stacks by name, blocks by their current key. */
export type Unfolded = ReadonlySet<string>;

/** A block in the map: a box, or opened into its steps. */
export interface MapBlock {
  key: string;
  block: Block;
  open: boolean;
}

export interface MapStack {
  stack: 'encoder' | 'decoder';
  open: boolean;
  count: number;
  /** The layer that a folded stack shows, from 0. */
  shown: number;
  layers: { layer: number; blocks: MapBlock[] }[];
}

/** Entries are stacked with the input at the bottom. */
export type MapEntry = MapBlock | MapStack;

export interface MapModel {
  /** Blocks that both sides read. */
  shared: MapBlock[];
  columns: MapEntry[][];
}

export function isStack(entry: MapEntry): entry is MapStack {
  return 'layers' in entry;
}

/** A block of one step is drawn as that step, and cannot be opened. */
export function isSingle({ steps }: Block): boolean {
  return steps.length === 1;
}

/**
 * Encoder and decoder as in figure 1 of "Attention Is All You Need", derived only from the blocks of a trace. A folded
 * stack shows one of its layers: that of the current step, else the last that was shown.
 */
export function mapModel(
  blocks: readonly Block[],
  unfolded: Unfolded,
  shown: Readonly<Record<string, number>>,
): MapModel {
  const shared: MapBlock[] = [];
  const sides: Record<'encoder' | 'decoder', MapEntry[]> = { encoder: [], decoder: [] };
  const single = (block: Block, key: string): MapBlock => ({
    key,
    block,
    open: unfolded.has(key) && !isSingle(block),
  });
  for (const block of blocks) {
    const { stack, layer } = block;
    const side = stack ?? (block.name === 'source' ? 'encoder' : 'decoder');
    const entries = sides[side];
    const key = `block ${block.id}`;
    if (block.name === 'tables') shared.push(single(block, key));
    else if (stack === undefined || layer === undefined) {
      const entry = single(block, key);
      // Nothing flows through the masks: they are placed below, and the words' lines pass them.
      if (block.name === 'masks') entries.unshift(entry);
      else entries.push(entry);
    } else {
      const found = entries.find((entry): entry is MapStack => isStack(entry));
      const into = found ?? emptyStack(stack, unfolded);
      if (!found) entries.push(into);
      addToLayer(into, layer, block, single, shown[stack] ?? 0);
    }
  }
  for (const entry of [...sides.encoder, ...sides.decoder]) {
    if (!isStack(entry)) continue;
    entry.shown = Math.min(shown[entry.stack] ?? 0, entry.count - 1);
    if (!entry.open) entry.layers = entry.layers.filter(({ layer }) => layer === entry.shown);
  }
  return { shared, columns: [sides.encoder, sides.decoder].filter((side) => side.length > 0) };
}

function emptyStack(stack: MapStack['stack'], unfolded: Unfolded): MapStack {
  return { stack, open: unfolded.has(stack), count: 0, shown: 0, layers: [] };
}

function addToLayer(
  into: MapStack,
  layer: number,
  block: Block,
  single: (block: Block, key: string) => MapBlock,
  shown: number,
): void {
  let here = into.layers.find((one) => one.layer === layer);
  if (!here) {
    into.layers.push((here = { layer, blocks: [] }));
    into.count += 1;
  }
  const place = here.blocks.length;
  // In a folded stack the key has no layer, so that a block stays open when another layer is shown.
  const key = into.open ? `block ${block.id}` : `${into.stack}.*.${place}`;
  if (into.open || layer === shown) here.blocks.push(single(block, key));
  else here.blocks.push({ key, block, open: false });
}

/** Parameters that only one step of the block reads, by that step: they are drawn as part of it. */
export function parametersOf({ steps }: Block): Map<string, Step[]> {
  const found = new Map<string, Step[]>();
  for (const leaf of steps) {
    if (leaf.source !== 'parameter') continue;
    const [reader, another] = steps.filter(({ inputs }) => inputs.includes(leaf.path));
    if (!reader || another) continue;
    found.set(reader.path, [...(found.get(reader.path) ?? []), leaf]);
  }
  return found;
}

const TRIPLE: readonly string[] = ['query', 'key', 'value'];

/** The steps of an opened block in rows: equal steps of queries, keys and values are side by side. */
export function rowsOf(block: Block): Step[][] {
  const chips = new Set([...parametersOf(block).values()].flat());
  const rows: Step[][] = [];
  let triple: Step[] = [];
  const flush = (): void => {
    const byRole = TRIPLE.map((role) => triple.filter((step) => step.role === role));
    const most = byRole.reduce((length, list) => Math.max(length, list.length), 0);
    for (let i = 0; i < most; i += 1) rows.push(byRole.flatMap((list) => list[i] ?? []));
    triple = [];
  };
  for (const step of block.steps) {
    if (chips.has(step)) continue;
    if (TRIPLE.includes(step.role)) triple.push(step);
    else {
      flush();
      rows.push([step]);
    }
  }
  flush();
  return rows;
}
