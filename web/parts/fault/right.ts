import { css, html, nothing, type TemplateResult } from 'lit';
import { alone } from '../../figures/alone.js';
import type { Figure, FigureOptions } from '../../figures/figure.js';
import { rightSteps } from '../../figures/right.js';
import { define } from '../../kit/element/define.js';
import type { TraceStore } from '../../trace/store.js';
import { ApFigure } from '../figure/figure.js';
import { figureStyles } from '../figure/styles.js';

/** The right numbers of a step beside those that a fault has made wrong; nothing where there is no such step. */
export class ApRight extends ApFigure {
  static override styles = [
    ...figureStyles,
    css`
      .caption {
        margin: 0 0 2px;
        font-size: var(--ap-text-s);
        font-weight: 600;
      }
    `,
  ];

  override fixed = true;

  protected override draw(store: TraceStore, options: FigureOptions): Figure | undefined {
    const { fault } = store;
    return fault && alone(rightSteps(store, fault), options, {});
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, paths } = this;
    if (!store?.fault?.right.step(paths[0] ?? '')) return nothing;
    return html`<p class="caption">${store.t.faults.right}</p>
      ${super.render()}`;
  }
}

define('ap-right', ApRight);

declare global {
  interface HTMLElementTagNameMap {
    'ap-right': ApRight;
  }
}
