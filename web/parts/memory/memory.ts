import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { areWhole } from '../../figures/layout/grid.js';
import {
  addressesOf,
  addressOf,
  indexOf,
  memoryModel,
  ownPlaces,
  placeOf,
  type MemoryModel,
} from '../../figures/memory.js';
import type { Colour } from '../../figures/marks.js';
import { drawFigure } from '../../figures/render/canvas.js';
import { define } from '../../kit/element/define.js';
import { lookOf } from '../../kit/element/look.js';
import { PaintController } from '../../kit/drawing/paint.js';
import { SizeController } from '../../kit/element/size.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { axisNames } from '../../trace/axes.js';
import { cellName, fill, stepTitle } from '../../trace/names.js';
import { hueOf } from '../../trace/operations.js';
import type { TraceStore } from '../../trace/store.js';
import { groupName, renderAddress, renderFacts } from './facts.js';
import { flyCopies } from './motion.js';
import { overview, renderStrip, type StripCell } from './strip.js';
import { memoryStyles } from './styles.js';

const SLOT = 50; // pixels

/** Shows view, transpose, contiguous and split in memory: shape, strides, and where each number goes. */
export class ApMemory extends StoreElement {
  static override styles = memoryStyles;

  @property() path = '';

  private readonly size = new SizeController(this, 640);
  private readonly painter = new PaintController(this, () => this.paint());
  private model: MemoryModel | undefined;
  private drawn: unknown[] = [];
  private entered = '';

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const step = store?.step(this.path);
    const model = store && step && memoryModel(store, step);
    this.model = model;
    if (!store || !step || !model) return nothing;
    const t = store.t.memory;
    const place = this.activePlace(store, model);
    return html`<section class="role-${hueOf(step)}" aria-labelledby="memory-title">
      <h3 id="memory-title">${t.title}</h3>
      <p class="prose">${this.sentence(store, model)}</p>
      ${renderFacts(store, model)} ${renderAddress(store, model, place)}
      <div class="strips">
        ${this.renderBefore(store, model, place)} ${this.renderLinks(model, place)}
        ${this.renderAfter(store, model, place)}
      </div>
      ${
        model.moved
          ? html`<button type="button" class="tool" @click=${() => flyCopies(this.renderRoot)}>
              ${t.copyAgain}
            </button>`
          : nothing
      }
    </section>`;
  }

  private sentence(store: TraceStore, model: MemoryModel): string {
    const t = store.t.memory;
    const names = { step: stepTitle(store, model.step), source: stepTitle(store, model.source) };
    if (model.detached) return fill(t.detached, names);
    if (model.moved) return fill(t.copied, names);
    return fill(model.step.op === 'split' ? t.window : t.shared, names);
  }

  /** The row-major position of the active cell; of the first cell shown if the active one is elsewhere. */
  private activePlace(store: TraceStore, model: MemoryModel): number {
    const active = store.active;
    if (active?.path === model.step.path) return placeOf(model.step.shape, active.index);
    if (active?.path === model.owner.path) {
      const address = addressOf(model.ownerMemory, active.index);
      return Math.max(0, model.at[address] ?? 0);
    }
    const start = axisNames(model.step).map((axis) =>
      axis === 'batch' ? store.state.batch : axis === 'head' ? store.state.head : 0,
    );
    return placeOf(
      model.step.shape,
      start.map((at, i) => Math.min(at, model.step.shape[i]! - 1)),
    );
  }

  private get slots(): number {
    return Math.max(5, Math.floor(this.size.width / SLOT));
  }

  private run(middle: number, total: number): number[] {
    const count = Math.min(this.slots, total);
    const from = Math.max(0, Math.min(middle - Math.floor(count / 2), total - count));
    return Array.from({ length: count }, (_, i) => from + i);
  }

  private renderBefore(store: TraceStore, model: MemoryModel, place: number): TemplateResult {
    const { owner, ownerMemory } = model;
    const active = model.from[place]!;
    const own = ownPlaces(ownerMemory);
    const cells = this.run(active, ownerMemory.data.length).map((address): StripCell => {
      const mine = model.at[address]!;
      const here = own[address]!;
      const index = here < 0 ? undefined : indexOf(owner.shape, here);
      return {
        at: address,
        value: ownerMemory.data[address]!,
        note: String(address),
        from: undefined,
        name: index ? cellName(store, owner, index) : '',
        group: index ? groupName(store, owner, index) : '',
        head: mine < 0 ? undefined : model.heads[mine],
        active: address === active,
        outside: mine < 0,
      };
    });
    return renderStrip({
      id: 'before',
      label: fill(store.t.memory.inMemory, {
        n: ownerMemory.data.length,
        storage: ownerMemory.storage,
      }),
      cells,
      total: ownerMemory.data.length,
      decimals: areWhole(ownerMemory.data) ? 0 : store.state.decimals,
      choose: (cell) => {
        const mine = model.at[cell.at]!;
        if (mine >= 0) this.choose(mine);
      },
    });
  }

  private renderAfter(store: TraceStore, model: MemoryModel, place: number): TemplateResult {
    const { step, memory } = model;
    const t = store.t.memory;
    const own = addressesOf(memory);
    const cells = this.run(place, model.from.length).map((at): StripCell => {
      const index = indexOf(step.shape, at);
      return {
        at,
        value: memory.data[own[at]!]!,
        note: String(own[at]),
        from: model.moved ? model.from[at] : undefined,
        name: cellName(store, step, index),
        group: groupName(store, step, index),
        head: model.heads[at],
        active: at === place,
        outside: false,
      };
    });
    return renderStrip({
      id: 'after',
      label: fill(model.moved ? t.newMemory : t.readingOrder, {
        n: model.from.length,
        storage: memory.storage,
        step: stepTitle(store, step),
      }),
      cells,
      total: model.from.length,
      decimals: areWhole(memory.data) ? 0 : store.state.decimals,
      choose: (cell) => this.choose(cell.at),
    });
  }

  /** Lines from each number of the step to its place in memory, if both are in sight. */
  private renderLinks(model: MemoryModel, place: number): TemplateResult {
    const before = this.run(model.from[place]!, model.ownerMemory.data.length);
    const after = this.run(place, model.from.length);
    const lines = after.flatMap((at, i) => {
      const to = before.indexOf(model.from[at]!);
      const x = (n: number): number => n * SLOT + SLOT / 2;
      return to < 0
        ? []
        : [
            svg`<path
              class=${at === place ? 'link active' : 'link'}
              d="M${x(to)} 0C${x(to)} 20 ${x(i)} 20 ${x(i)} 40"
            />`,
          ];
    });
    return html`<svg class="links" height="40" width=${this.slots * SLOT} aria-hidden="true">
      ${lines}
    </svg>`;
  }

  private choose(place: number): void {
    const { model, store } = this;
    if (!model || !store) return;
    store.keep({ path: model.step.path, index: indexOf(model.step.shape, place) });
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const { model } = this;
    if (!model) return;
    this.painter.soon();
    if (this.entered === this.path) return;
    this.entered = this.path;
    if (model.moved) flyCopies(this.renderRoot);
  }

  private paint(): void {
    const { model } = this;
    if (!model) return;
    const canvases = this.renderRoot.querySelectorAll('canvas');
    const scheme = this.store?.scheme ?? 'light';
    const key = [model, scheme, canvases[0], canvases[1]];
    if (key.every((part, i) => part === this.drawn[i])) return;
    this.drawn = key;
    const colour = (place: number): Colour | undefined => {
      if (place < 0) return undefined;
      return model.heads.length ? `head-${model.heads[place]!}` : 'soft';
    };
    const { length } = model.ownerMemory.data;
    const look = lookOf(this, scheme);
    const draw = (
      canvas: HTMLCanvasElement | undefined,
      strip: ReturnType<typeof overview>,
    ): void => canvas && drawFigure(canvas, strip, look, 1);
    draw(
      canvases[0],
      overview(length, (address) => colour(model.at[address]!)),
    );
    draw(canvases[1], overview(model.from.length, colour));
  }
}

define('ap-memory', ApMemory);

declare global {
  interface HTMLElementTagNameMap {
    'ap-memory': ApMemory;
  }
}
