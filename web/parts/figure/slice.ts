import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { alone, type Alone, type Lit } from '../../figures/alone.js';
import type { Figure, FigureOptions, PlacedGrid } from '../../figures/figure.js';
import { define } from '../../kit/element/define.js';
import { renderScale, scaleLegendStyles } from '../../kit/drawing/scale-legend.js';
import { renderTitle } from '../../kit/drawing/shape-title.js';
import { notation } from '../../kit/formulas/tex.js';
import { makeScale } from '../../styles/colour-scales.js';
import { breakpoints } from '../../styles/sizes.js';
import type { Slice } from '../../trace/layout.js';
import { stepTitle } from '../../trace/names.js';
import { hueOf } from '../../trace/operations.js';
import type { TraceStore } from '../../trace/store.js';
import { ApFigure } from './figure.js';
import { figureStyles } from './styles.js';

const caption = css`
  :host {
    flex: none;
    max-inline-size: 100%;
  }
  figure {
    margin: 0;
    inline-size: max-content;
    max-inline-size: 100%;
  }
  figcaption,
  .opener {
    font-size: var(--ap-text-s);
    line-height: 1.35;
    text-align: start;
  }
  figcaption {
    margin-block-end: 2px;
    text-wrap: balance;
  }
  figcaption:has(.title) {
    contain: inline-size;
    min-inline-size: min(300px, 80vw);
  }
  .symbol {
    color: var(--role);
  }
  figcaption > .name {
    color: var(--ap-ink-soft);
  }
  .opener {
    min-block-size: 0;
    padding: 0;
    border: 0;
    background: none;
  }
  .opener:hover .name {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .scale {
    margin-block-start: 5px;
  }
`;

/**
 * A slice of one step by itself, whatever its operation: a part of a panel. It has a name, or the step's title, which
 * opens the step.
 *
 * @fires ap-use - a cell is pointed at, kept or left: `detail` is `{ store, kept }`, or null
 */
export class ApSlice extends ApFigure {
  static override styles = [...figureStyles, scaleLegendStyles, caption];

  @property() path = '';
  /** The batch and head shown; by default those of the store's state. */
  @property({ attribute: false }) slice?: Slice;
  /** Name above the grid and for screen readers; by default the step's title. */
  @property() name = '';
  /** Only these rows: the first, and how many. */
  @property({ attribute: false }) rows: Alone['rows'];
  @property({ attribute: false }) extent: Alone['extent'];
  /** A step of the same shape: cells that differ from it are marked. */
  @property() against = '';
  /** Width and height of a cell, if this is a part of a larger picture: then it has no labels. */
  @property({ type: Number }) side: number | undefined;
  /** The most height of a cell in pixels. */
  @property({ type: Number }) tallest?: number;
  /** Without row labels: the slice before it has the same. */
  @property({ type: Boolean }) unlabelled = false;
  /** The title without the shape. */
  @property({ type: Boolean }) short = false;
  /** Without its name above it. */
  @property({ type: Boolean }) untitled = false;
  /** Without a scale of its own: others have the same, and share one. */
  @property({ type: Boolean }) unscaled = false;
  @property({ attribute: false }) lit: Lit | undefined;
  /** Far from the view it stays as it was drawn, until it comes near: for what changes often and is seldom looked at. */
  @property({ type: Boolean }) lazy = false;

  protected override readonly leastWidth = 120;

  /** Among others it is small in any window; part of a larger picture, it is seen as a whole. */
  protected override scrollsInside(): boolean {
    return this.side === undefined && innerWidth < breakpoints.narrow;
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    const near = this.lazy && this.figure ? this.painter.whenNear() : undefined;
    return near ? near.then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('path')) this.paths = [this.path];
    this.begin(`${this.path} ${this.against}`);
  }

  protected override draw(store: TraceStore, options: FigureOptions): Figure {
    const { rows, extent, against, side, tallest, unlabelled, lit } = this;
    const selection = { ...options.selection, ...this.slice };
    const of = { rows, extent, against, side, unlabelled, lit, ...(tallest && { tallest }) };
    return alone(store, { ...options, selection }, of);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, side, untitled } = this;
    const step = store?.step(this.path);
    const drawn = super.render();
    if (!store || !step || untitled || side !== undefined) return drawn;
    return html`<figure class="role-${hueOf(step)}">
      <figcaption .style="max-inline-size:max(${(this.figure?.width ?? 0) + 12}px,5em)">
        ${
          this.name
            ? html`<span class="symbol">${notation(step.notation.symbol)}</span>
                <span class="name">${this.name}</span>`
            : html`<button
                type="button"
                class="opener"
                title=${store.t.proof.openStep}
                @click=${() => store.goTo(step.path)}
              >
                ${
                  this.short
                    ? html`<span class="symbol">${notation(step.notation.symbol)}</span>
                        <span class="name">${stepTitle(store, step)}</span>`
                    : renderTitle(store, step)
                }
              </button>`
        }
      </figcaption>
      ${drawn}
    </figure>`;
  }

  /** Colours without digits need a scale; a part of a larger picture shares that picture's. */
  protected override renderFoot(
    store: TraceStore,
    { grids }: Figure,
  ): TemplateResult | typeof nothing {
    const [grid] = grids;
    if (!grid || grid.decimals !== undefined || this.side !== undefined || this.unscaled) {
      return nothing;
    }
    const { kind, low, high, root } = grid.scale;
    if (kind === 'plain') return nothing;
    return renderScale(makeScale(kind, { low, high }, store.scheme, root));
  }

  protected override nameOf(store: TraceStore, grid: PlacedGrid): string {
    if (!this.name) return super.nameOf(store, grid);
    const { step } = grid;
    const name = [store.partName(step), this.name].filter(Boolean).join(' · ');
    return `${name} [${step.shape.join(', ')}]`;
  }
}

define('ap-slice', ApSlice);

declare global {
  interface HTMLElementTagNameMap {
    'ap-slice': ApSlice;
  }
}
