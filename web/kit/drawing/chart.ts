import { css, html, LitElement, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { chart, type Chart, type ChartData } from '../../figures/chart/chart.js';
import { drawFigure } from '../../figures/render/canvas.js';
import type { Look } from '../../figures/render/look.js';
import type { Scheme } from '../../styles/colour-scales.js';
import { base } from '../../styles/index.js';
import { define } from '../element/define.js';
import { isPlain } from '../input/keys.js';
import { lookOf, measureWith } from '../element/look.js';
import { PaintController, screenScale } from './paint.js';
import { shareAt } from './places.js';
import { SizeController } from '../element/size.js';
import { inItsTurn } from '../element/turns.js';

const PAGE = 8;

/**
 * Lines or bars over whole numbers, on a canvas. A named picture; if its places can be picked it is a slider for the
 * keyboard, which says what is at the marked place.
 *
 * @fires ap-pick - a place was clicked, or reached by keyboard; `detail` is its number
 */
export class ApChart extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        min-inline-size: 0;
      }
      canvas {
        display: block;
      }
      [role='slider'] {
        cursor: pointer;
        touch-action: pan-x pan-y;
      }
    `,
  ];

  @property({ attribute: false }) data: ChartData | undefined;
  @property() name = '';
  @property({ type: Number }) height = 200;
  @property() scheme: Scheme = 'light';
  /** Whether places can be picked. */
  @property({ type: Boolean }) pick = false;
  /** What is said about a place. It is written above the place that is pointed at. */
  @property({ attribute: false }) tell: ((place: number) => string) | undefined;

  @state() private pointed: number | undefined;
  @query('canvas') private readonly canvas!: HTMLCanvasElement | null;
  /** @internal */ chart: Chart | undefined;
  private readonly size = new SizeController(this);
  private readonly painter = new PaintController(this, () => this.paint());
  private look: Look | undefined;

  protected override scheduleUpdate(): void | Promise<unknown> {
    // Its height is known before its turn, so that nothing below moves when it is drawn.
    this.style.blockSize = `${this.height}px`;
    return inItsTurn(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult {
    const { data, name, pick } = this;
    const canvas = html`<canvas aria-hidden="true"></canvas>`;
    if (!pick || !data) {
      return html`<div
        role="img"
        aria-label=${name}
        @pointermove=${this.onPoint}
        @pointerleave=${this.onLeave}
      >
        ${canvas}
      </div>`;
    }
    const at = data.at ?? 0;
    return html`<div
      role="slider"
      tabindex="0"
      aria-label=${name}
      aria-valuemin="0"
      aria-valuemax=${data.count - 1}
      aria-valuenow=${at}
      aria-valuetext=${this.tell?.(at) ?? String(at)}
      @keydown=${this.onKey}
      @click=${this.onClick}
      @pointermove=${this.onPoint}
      @pointerleave=${this.onLeave}
    >
      ${canvas}
    </div>`;
  }

  protected override updated(): void {
    const { canvas, data, height, size, scheme, tell, pointed } = this;
    if (!canvas || !data || size.width === 0 || data.count === 0) return;
    if (this.look?.scheme !== scheme) this.look = lookOf(this, scheme);
    const inside = pointed !== undefined && pointed < data.count ? pointed : undefined;
    const note = tell && (inside === undefined ? '' : tell(inside));
    const shown = { ...data, pointed: inside, ...(note !== undefined && { note }) };
    this.chart = chart(shown, { width: size.width, height }, measureWith(this.look));
    canvas.style.inlineSize = `${size.width}px`;
    canvas.style.blockSize = `${height}px`;
    this.painter.soon();
  }

  private paint(): void {
    const { canvas, chart, look } = this;
    if (canvas && chart && look) drawFigure(canvas, chart, look, screenScale(canvas));
  }

  private placeOf(event: MouseEvent): number | undefined {
    const { canvas, chart } = this;
    return canvas && chart ? chart.placeAt(shareAt(event, canvas).x * chart.width) : undefined;
  }

  private readonly onPoint = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch' && this.tell) this.pointed = this.placeOf(event);
  };

  private readonly onLeave = (): void => {
    this.pointed = undefined;
  };

  private readonly onClick = (event: MouseEvent): void => {
    const place = this.placeOf(event);
    if (place !== undefined) this.tellPick(place);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { data } = this;
    if (!data || !isPlain(event)) return;
    const at = data.at ?? -1;
    const to: Record<string, number | undefined> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - PAGE,
      PageUp: at + PAGE,
      Home: 0,
      End: data.count - 1,
      Enter: at,
    };
    const place = to[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.tellPick(Math.max(0, Math.min(data.count - 1, place)));
  };

  private tellPick(detail: number): void {
    this.dispatchEvent(new CustomEvent('ap-pick', { detail }));
  }
}

define('ap-chart', ApChart);

declare global {
  interface HTMLElementTagNameMap {
    'ap-chart': ApChart;
  }
}
