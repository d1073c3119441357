import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { define } from '../../kit/define.js';
import { StoreElement } from '../../kit/store-element.js';
import { base } from '../../styles/index.js';
import { fill } from '../../trace/names.js';
import { LIMITS } from '../settings/limits.js';
import { settings, type SettingName } from '../settings/table.js';
import { isTransformer } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { renderSetting, textOf } from './fields.js';
import { kindOf, renderKind } from './kind.js';
import { controlsStyles } from './styles.js';

/** All settings of the layer or layers; on a phone they are behind one button. */
export class ApControls extends StoreElement<PlaygroundStore> {
  static override styles = [base, controlsStyles];

  @state() private open = false;
  @state() private more = false;

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

  private renderMain(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    const { length } = store.state.edits;
    return html`<div class="main">
      ${renderKind(store)} ${controlsIn('main').map((name) => renderSetting(store, name))}
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
          store.canRedo
            ? html`<button type="button" @click=${() => store.redo()}>${words.redo}</button>`
            : nothing
        }
        ${
          length > 0
            ? html`<button type="button" @click=${() => store.reset()}>
                ${fill(words.resetEdits, { n: length })}
              </button>`
            : nothing
        }
      </div>
    </div>`;
  }

  private renderMore(store: PlaygroundStore): TemplateResult {
    const words = store.t.ui;
    return html`<div class="more" id="more">
      ${controlsIn('more').map((name) =>
        name === 'seed' ? this.renderSeed(store) : renderSetting(store, name),
      )}
      <div class="buttons">
        <button type="button" @click=${() => store.startOver()}>${words.startOver}</button>
      </div>
      <p class="notes">${notes(store)}</p>
    </div>`;
  }

  private renderSeed(store: PlaygroundStore): TemplateResult {
    const { seed } = store.state;
    const next = seed < LIMITS.seed ? seed + 1 : 0;
    return html`<div class="row">
      ${renderSetting(store, 'seed')}
      <button type="button" @click=${() => store.update({ seed: next })}>
        ${store.t.ui.newSeed}
      </button>
    </div>`;
  }
}

/** Names of the settings whose control is there, in the order of the table. */
function controlsIn(place: 'main' | 'more'): SettingName[] {
  return settings.filter(([, { control }]) => control === place).map(([name]) => name);
}

/** What settings mean, and their limits. */
function notes(store: PlaygroundStore): string {
  const { ui } = store.t;
  const { model, projections } = store.submitted;
  const transformer = [ui.untrainedModel, ui.layerLimits];
  if (model !== 'encoder-only') transformer.push(ui.lossInTraining);
  const attention = projections === 'none' ? [ui.noHeads, ui.maskHint] : [ui.maskHint];
  const all = [...(model === 'attention' ? attention : transformer), ui.limits];
  return all.map((text) => fill(text, { ...LIMITS })).join(' ');
}

/** The summary of the folded settings. */
function summary(store: PlaygroundStore): string {
  const { mask, layers, heads, dModel } = store.state;
  const kind = textOf(store, 'kind').choices?.[kindOf(store.state)];
  const named = (name: SettingName, value: string | number): string =>
    `${textOf(store, name).name} ${textOf(store, name).choices?.[value] ?? value}`;
  const depth = isTransformer(store.state) ? named('layers', layers) : named('mask', mask);
  return [kind, depth, named('heads', heads), `D ${dModel}`].join(' · ');
}

define('ap-controls', ApControls);

declare global {
  interface HTMLElementTagNameMap {
    'ap-controls': ApControls;
  }
}
