import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Figure, PlacedGrid } from '../../figures/figure.js';
import { wordsOf } from '../../figures/render/words.js';
import { PaintController } from '../../kit/drawing/paint.js';
import { define } from '../../kit/element/define.js';
import { ApFigure } from '../../parts/figure/figure.js';
import { renderLegends } from '../../parts/figure/legend.js';
import type { TraceStore } from '../../trace/store.js';

/** The figure of a step that stands alone: nothing in it leads to another one, and far away it keeps no pixels. */
export class ApStepFigure extends ApFigure {
  /** A picture, in which nothing can be chosen. */
  @property({ type: Boolean }) locked = false;
  protected override readonly leads = false;

  protected override makePainter(): PaintController {
    const clear = (): void => {
      if (this.canvas) this.canvas.width = this.canvas.height = 0;
    };
    return new PaintController(this, () => this.paint(), clear);
  }

  /** A picture is seen at once, however small. */
  protected override scrollsInside(width: number): boolean {
    return !this.locked && super.scrollsInside(width);
  }

  protected override renderGrid(store: TraceStore, grid: PlacedGrid): TemplateResult {
    if (!this.locked) return super.renderGrid(store, grid);
    const { step, box } = grid;
    return html`<div
      class="port"
      data-step=${step.path}
      data-shape=${step.shape.join()}
      .style="left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px"
    ></div>`;
  }

  protected override renderFoot(
    store: TraceStore,
    figure: Figure,
  ): TemplateResult | typeof nothing {
    return renderLegends(store, figure, false);
  }

  protected override render(): TemplateResult | typeof nothing {
    const drawn = super.render();
    const { store, figure, locked } = this;
    const [grid] = figure?.grids.filter(({ isResult }) => isResult) ?? [];
    if (!locked || !store || !figure || !grid) return drawn;
    return html`<div role="img" aria-label=${this.nameOf(store, grid)} aria-describedby="words">
        ${drawn}
      </div>
      <p class="only-read-aloud" id="words">${wordsOf(store, figure, store.t.figure)}</p>`;
  }
}

define('ap-step-figure', ApStepFigure);

declare global {
  interface HTMLElementTagNameMap {
    'ap-step-figure': ApStepFigure;
  }
}
