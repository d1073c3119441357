import type { Role, Step } from '../../engine/types/index.js';
import type { Block } from '../../trace/blocks.js';
import type { MapFrame, MapItem, MapLayout } from './layout.js';

/** A line of the map before routing: from the top of one item to another. */
export interface MapEdge {
  from: End;
  to: End;
  /** The tensor that it carries. */
  step: Step;
  role: Role;
  /** If the line goes around: on the left, otherwise on the right. */
  left: boolean;
}

/** A box, or the edge of a folded stack behind which layers are not drawn. */
export interface End {
  key: string;
  column: number;
  left: number;
  right: number;
  bottom: number;
  top: number;
  plate?: boolean;
}

/** Every line is an input of a step; lines within one drawn item, or to items that are not drawn, are dropped. */
export function mapEdges(blocks: readonly Block[], layout: MapLayout): MapEdge[] {
  const places = new Places(blocks, layout);
  const steps = new Map(blocks.flatMap((block) => block.steps.map((step) => [step.path, step])));
  const found = new Map<string, MapEdge>();
  for (const step of steps.values()) {
    for (const path of step.inputs) {
      const input = steps.get(path);
      const ends = input && places.ends(input, step);
      if (!ends) continue;
      const [from, to] = ends;
      const key = `${from.key} ${to.key}`;
      if (found.has(key)) continue;
      const left = input.role === 'mask' || isMemory(input, step);
      found.set(key, { from, to, step: input, role: input.role, left });
    }
  }
  return [...found.values()];
}

/** Whether the decoder reads it from the encoder. */
function isMemory(from: Step, to: Step): boolean {
  return from.scope.stack === 'encoder' && to.scope.stack === 'decoder';
}

type Spot = { item: MapItem } | { hidden: string } | undefined;

class Places {
  private readonly spots = new Map<string, Spot>();

  constructor(
    blocks: readonly Block[],
    private readonly layout: MapLayout,
  ) {
    const byKey = new Map(layout.items.map((item) => [item.key, item]));
    const byBlock = new Map<string, MapItem>();
    for (const item of layout.items) {
      if (item.type === 'block' && item.block) byBlock.set(item.block.id, item);
    }
    for (const block of blocks) {
      const box = byBlock.get(block.id);
      for (const { path } of block.steps) {
        const own = byKey.get(path);
        if (own?.within) this.spots.set(path, undefined);
        else if (own && own.type === 'step') this.spots.set(path, { item: own });
        else if (box) this.spots.set(path, { item: box });
        else if (block.stack) this.spots.set(path, { hidden: block.stack });
      }
    }
  }

  ends(input: Step, step: Step): [End, End] | undefined {
    const [a, b] = [this.spots.get(input.path), this.spots.get(step.path)];
    if (!a || !b) return undefined;
    if ('item' in a && 'item' in b) return a.item === b.item ? undefined : [a.item, b.item];
    if ('hidden' in a && 'hidden' in b) return undefined;
    if ('hidden' in a && 'item' in b) {
      const frame = this.layout.folded.get(a.hidden);
      if (!frame) return undefined;
      return this.isInside(b.item, frame) ? [entry(frame), b.item] : [exit(frame), b.item];
    }
    if ('item' in a && 'hidden' in b) {
      const frame = this.layout.folded.get(b.hidden);
      // Masks and the encoder's output go to every layer alike; the drawn layer shows their lines.
      const flows = frame && a.item.column === frame.column && input.role !== 'mask';
      if (!flows || isMemory(input, step)) return undefined;
      return this.isInside(a.item, frame) ? [a.item, exit(frame)] : [a.item, entry(frame)];
    }
    return undefined;
  }

  private isInside(item: MapItem, frame: MapFrame): boolean {
    return item.column === frame.column && item.bottom >= frame.bottom && item.top <= frame.top;
  }
}

function entry(frame: MapFrame): End {
  const { key, column, left, right, bottom } = frame;
  return { key: `${key} in`, column, left, right, bottom, top: bottom };
}

function exit(frame: MapFrame): End {
  const { key, column, left, right, top } = frame;
  return { key: `${key} out`, column, left, right, bottom: top, top };
}
