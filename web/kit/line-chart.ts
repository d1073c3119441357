import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { pixel } from '../figures/axis.js';
import { base } from '../styles/index.js';
import { levelText } from '../trace/numbers.js';
import { define } from './define.js';
import { SizeController } from './size.js';
import { ticks } from './ticks.js';
import { inItsTurn } from './turns.js';

export interface Line {
  values: ArrayLike<number>;
  /** Positions of the values along the axis; 0, 1, 2 … by default. */
  places?: readonly number[];
  colour: string;
  /** An SVG dash pattern, so that lines differ not only in colour. */
  dash?: string;
}

const LEFT = 44;
const BOTTOM = 22;
const DOTTED = 64;

/**
 * Lines over the whole numbers 0 … count − 1, with one position marked on the first line. A named picture; the map
 * beside it gives its numbers by keyboard.
 *
 * @fires ap-pick - a position was clicked; `detail` is its number
 */
export class ApLineChart extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        min-inline-size: 0;
      }
      svg {
        display: block;
        overflow: visible;
      }
      text {
        fill: var(--ap-ink-soft);
        font-size: var(--ap-text-s);
        font-variant-numeric: tabular-nums;
      }
      .rule {
        stroke: var(--ap-line);
      }
      .zero,
      .at {
        stroke: var(--ap-ink-soft);
      }
      .at {
        stroke-dasharray: 3 3;
      }
      polyline {
        fill: none;
        stroke-width: 1.75;
        stroke-linejoin: round;
      }
      .chosen {
        fill: var(--ap-ground);
        stroke-width: 2.5;
      }
    `,
  ];

  @property({ attribute: false }) lines: readonly Line[] = [];
  @property({ type: Number }) count = 0;
  @property({ type: Number }) low = -1;
  @property({ type: Number }) high = 1;
  /** The marked position, and its value if a line has one there. */
  @property({ type: Number }) at: number | undefined;
  @property({ type: Number }) atValue: number | undefined;
  @property() name = '';
  @property() axis = '';
  @property({ type: Number }) height = 200;

  private readonly size = new SizeController(this);

  private x(place: number): number {
    const span = Math.max(1, this.count - 1);
    return LEFT + (place / span) * (this.size.width - LEFT - 10);
  }

  private y(value: number): number {
    return pixel(value, this, this.height - BOTTOM - 8, 8);
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return inItsTurn(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { height, at, count } = this;
    const room = this.size.width;
    if (room <= LEFT || count === 0) return nothing;
    const floor = height - BOTTOM;
    const right = this.x(count - 1);
    const levels = this.low < 0 && this.high > 0 ? [this.high, 0, this.low] : [this.high, this.low];
    return html`<svg
      width=${room}
      height=${height + 16}
      role="img"
      aria-label=${this.name}
      @click=${this.onClick}
    >
      ${levels.map(
        (level) => svg`
          <line class=${level === 0 ? 'zero' : 'rule'} x1=${LEFT} x2=${right}
            y1=${this.y(level)} y2=${this.y(level)} />
          <text x=${LEFT - 6} y=${this.y(level) + 4} text-anchor="end">${levelText(level)}</text>`,
      )}
      ${ticks(count, room - LEFT).map(
        (place) => svg`
          <line class="rule" x1=${this.x(place)} x2=${this.x(place)} y1=${floor} y2=${floor + 4} />
          <text x=${this.x(place)} y=${floor + 16} text-anchor="middle">${place}</text>`,
      )}
      <text x=${right} y=${height + 12} text-anchor="end">${this.axis} →</text>
      ${
        at === undefined
          ? nothing
          : svg`<line class="at" x1=${this.x(at)} x2=${this.x(at)} y1="4" y2=${floor} />`
      }
      ${[...this.lines].reverse().map((line) => this.renderLine(line))} ${this.renderChosen()}
    </svg>`;
  }

  private renderLine({ values, places, colour, dash }: Line): TemplateResult {
    const points = Array.from(values, (value, i) => [this.x(places?.[i] ?? i), this.y(value)]);
    return svg`<polyline points=${points.map((point) => point.map((n) => n.toFixed(1)).join()).join(' ')}
        style="stroke:${colour}" stroke-dasharray=${dash ?? nothing} />
      ${
        points.length > DOTTED
          ? nothing
          : points.map(([x, y]) => svg`<circle cx=${x!} cy=${y!} r="2.5" style="fill:${colour}" />`)
      }`;
  }

  private renderChosen(): TemplateResult | typeof nothing {
    const { at, atValue, lines } = this;
    if (at === undefined || atValue === undefined) return nothing;
    return svg`<circle class="chosen" cx=${this.x(at)} cy=${this.y(atValue)} r="5"
      style="stroke:${lines[0]?.colour ?? 'currentColor'}" data-at=${at} data-value=${atValue} />`;
  }

  private readonly onClick = (event: MouseEvent): void => {
    const { left } = (event.currentTarget as Element).getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / Math.max(1, this.size.width - LEFT - 10);
    const place = Math.round(share * Math.max(1, this.count - 1));
    const detail = Math.max(0, Math.min(this.count - 1, place));
    this.dispatchEvent(new CustomEvent('ap-pick', { detail }));
  };
}

define('ap-line-chart', ApLineChart);

declare global {
  interface HTMLElementTagNameMap {
    'ap-line-chart': ApLineChart;
  }
}
