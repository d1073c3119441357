import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { controls } from '../../styles/controls.js';
import './figure.js';
import type { ApFigure } from './figure.js';
import './tools.js';

/** The figure of a step with its tools behind one button, for panels. */
export class ApTooledFigure extends StoreElement {
  static override styles = [
    controls,
    css`
      :host {
        display: block;
        min-inline-size: 0;
      }
      .tool {
        margin-block: 8px;
      }
    `,
  ];

  @property() path = '';
  @state() private tools = false;
  @query('ap-figure') private readonly figure!: ApFigure | null;
  private paths: readonly string[] = [];

  /** They are those of one step. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('path')) this.tools = false;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, path, figure, tools } = this;
    if (!store?.step(path)) return nothing;
    if (this.paths[0] !== path) this.paths = [path];
    return html`<ap-figure .store=${store} .paths=${this.paths}></ap-figure>
      <button
        type="button"
        class="tool"
        aria-expanded=${tools}
        @click=${() => (this.tools = !tools)}
      >
        ⋯ ${store.t.proof.tools}
      </button>
      ${
        tools && figure
          ? html`<ap-figure-tools
              .store=${store}
              .path=${path}
              .figure=${figure}
            ></ap-figure-tools>`
          : nothing
      }`;
  }
}

define('ap-tooled-figure', ApTooledFigure);

declare global {
  interface HTMLElementTagNameMap {
    'ap-tooled-figure': ApTooledFigure;
  }
}
