import type { Block } from '../../trace/blocks.js';
import { mapEdges } from './edges.js';
import { mapLayout, type MapItem, type MapLayout } from './layout.js';
import { mapModel, type Unfolded } from './model.js';
import { mapPicture, type MapPicture, type Rect } from './routes.js';

export const PARAMETER = 2.4;

/** The current drawing; redone only if something is folded, another layer is shown, or the size changes. */
export class MapDrawing {
  layout: MapLayout = { items: [], frames: [], columns: 0, height: 0, folded: new Map() };
  picture!: MapPicture;
  private made: readonly unknown[] = [];
  private readonly layers: Record<string, number> = {};
  private items = new Map<string, MapItem>();
  private keys = new Map<string, string>();

  draw(
    blocks: readonly Block[],
    current: Block | undefined,
    unfolded: Unfolded,
    width: number,
    singleColumn: boolean,
  ): void {
    if (current?.stack && current.layer !== undefined) this.layers[current.stack] = current.layer;
    const { encoder, decoder } = this.layers;
    const inputs = [blocks, unfolded, width, singleColumn, encoder, decoder];
    if (inputs.every((one, i) => one === this.made[i])) return;
    this.made = inputs;
    this.layout = mapLayout(mapModel(blocks, unfolded, this.layers), singleColumn);
    this.picture = mapPicture(this.layout, mapEdges(blocks, this.layout), width);
    this.items = new Map(this.layout.items.map((item) => [item.key, item]));
    this.keys = new Map();
    for (const { key, type, step, block } of this.layout.items) {
      if (step) this.keys.set(step.path, key);
      else if (type === 'block') for (const { path } of block!.steps) this.keys.set(path, key);
    }
    for (const { key, step } of this.layout.items) if (step) this.keys.set(step.path, key);
  }

  item(key: string | undefined): MapItem | undefined {
    return key === undefined ? undefined : this.items.get(key);
  }

  /** The key of a step's item: its own box, or the block that it is folded into. */
  keyOf(path: string): string {
    return this.keys.get(path) ?? '';
  }

  rectOf(item: MapItem): Rect {
    const rect = this.picture.place(item);
    if (!item.within) return rect;
    const { of, place, count, below } = item.within;
    const outer = this.picture.place(this.items.get(of)!);
    if (below) {
      const width = outer.width / count;
      return { x: outer.x + place * width, y: outer.y + outer.height - 1.55, width, height: 1.55 };
    }
    const x = outer.x + outer.width - (count - place) * PARAMETER;
    return { x, y: outer.y, width: PARAMETER, height: outer.height };
  }
}
