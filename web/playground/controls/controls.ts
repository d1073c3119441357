import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { define } from '../../kit/define.js';
import { StoreController } from '../../kit/store-controller.js';
import { base } from '../../styles/index.js';
import { fill } from '../../trace/names.js';
import { isTransformer, LIMITS } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { renderChoice, renderNumber, renderSwitch } from './fields.js';
import { kindOf, renderKind, renderOwn } from './kind.js';
import { controlsStyles } from './styles.js';

/** All settings of the layer or layers; on a phone they are behind one button. */
export class ApControls extends LitElement {
  static override styles = [base, controlsStyles];

  @property({ attribute: false }) store?: PlaygroundStore;
  @state() private open = false;
  @state() private more = false;
  /** Settings that only a Transformer has, fetched with the first one. */
  @state() private settings: typeof import('./transformer.js') | undefined;

  constructor() {
    super();
    new StoreController(this, ({ version, state, problem, canUndo }) => [
      version,
      state,
      problem,
      canUndo,
    ]);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    const words = store.t.ui;
    return html`<section aria-label=${words.settings}>
      <button
        type="button"
        class="fold"
        aria-expanded=${this.open}
        aria-controls="body"
        @click=${() => (this.open = !this.open)}
      >
        <b>${words.settings}</b><span class="summary">${summary(store)}</span>
        <span aria-hidden="true">${this.open ? '▴' : '▾'}</span>
      </button>
      <div id="body" class=${this.open ? 'body open' : 'body'}>
        ${this.renderMain(store)} ${this.more ? this.renderMore(store) : nothing}
      </div>
    </section>`;
  }

  protected override updated(): void {
    if (this.settings || !this.more || !this.store || !isTransformer(this.store.wanted)) return;
    void import('./transformer.js').then((module) => (this.settings = module));
  }

  private renderMain(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    const transformer = isTransformer(store.wanted);
    const bare = !transformer && store.wanted.projections === 'none';
    return html`<div class="main">
      ${renderKind(store)}
      ${
        transformer
          ? renderNumber(store, 'layers', words.layers)
          : renderChoice(store, 'mask', words.mask, words.masks)
      }
      ${renderNumber(store, 'heads', words.heads, bare)}
      ${renderNumber(store, 'dModel', words.dModel)}
      <div class="buttons">
        <button
          type="button"
          aria-expanded=${this.more}
          aria-controls="more"
          @click=${() => (this.more = !this.more)}
        >
          ${words.moreSettings} <span aria-hidden="true">${this.more ? '▴' : '▾'}</span>
        </button>
        <button type="button" ?disabled=${!store.canUndo} @click=${() => store.undo()}>
          ${words.undo}
        </button>
        ${
          store.state.edits.length > 0
            ? html`<button type="button" @click=${() => store.reset()}>
                ${fill(words.resetEdits, { n: store.state.edits.length })}
              </button>`
            : nothing
        }
      </div>
    </div>`;
  }

  private renderMore(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    const transformer = isTransformer(store.wanted);
    return html`<div class="more" id="more">
      ${transformer ? this.settings?.renderTransformerMore(store) : this.renderAttentionMore(store)}
      ${this.renderSeed(store)} ${renderNumber(store, 'decimals', words.decimals)}
      <div class="buttons">
        <button type="button" @click=${() => store.startOver()}>${words.startOver}</button>
      </div>
      <p class="notes">
        ${transformer ? this.settings?.transformerNotes(store) : `${bareNote(store)}${words.maskHint}`}
        ${fill(words.limits, { ...LIMITS })}
      </p>
    </div>`;
  }

  private renderAttentionMore(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    const bare = store.wanted.projections === 'none';
    return html`${renderChoice(store, 'projections', words.projections, words.projectionNames)}
    ${renderChoice(store, 'headMatrices', words.headMatrices, words.headMatrixNames, bare)}
    ${renderChoice(store, 'positions', words.positions, words.positionNames)}
    ${renderOwn(store, 'scale', 1, {
      name: words.scale,
      auto: words.scaleAuto,
      own: words.scaleOwn,
      value: words.scaleValue,
    })}
    ${renderNumber(store, 'temperature', words.temperature)}
    ${renderNumber(store, 'dropoutP', words.dropout)}
    ${renderSwitch(store, 'training', words.training)}
    ${renderSwitch(store, 'bias', words.bias, bare)}`;
  }

  private renderSeed(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    const { seed } = store.state;
    return html`<div class="row">
      ${renderNumber(store, 'seed', words.seed)}
      <button
        type="button"
        @click=${() => store.update({ seed: seed < LIMITS.seed ? seed + 1 : 0 })}
      >
        ${words.newSeed}
      </button>
    </div>`;
  }
}

function bareNote(store: PlaygroundStore): string {
  return store.wanted.projections === 'none' ? `${store.t.ui.noHeads} ` : '';
}

/** The summary of the folded settings. */
function summary(store: PlaygroundStore): string {
  const words = store.t.ui;
  const { mask, layers, heads, dModel } = store.state;
  const transformer = isTransformer(store.state);
  return [
    words.kinds[kindOf(store.state)],
    transformer ? `${words.layers} ${layers}` : `${words.mask} ${words.masks[mask]}`,
    `${words.heads} ${heads}`,
    `D ${dModel}`,
  ].join(' · ');
}

define('ap-controls', ApControls);

declare global {
  interface HTMLElementTagNameMap {
    'ap-controls': ApControls;
  }
}
