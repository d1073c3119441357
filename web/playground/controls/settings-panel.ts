import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import { base } from '../../styles/index.js';
import { fill } from '../../trace/names.js';
import { problemText } from '../../trace/problem-text.js';
import { LIMITS } from '../settings/limits.js';
import { hasMask } from '../settings/masks.js';
import { settingOf, settings, type SettingName } from '../settings/table.js';
import type { PlaygroundStore } from '../store.js';
import { isGiven, renderSetting } from './fields.js';
import { renderKind } from './kind.js';
import { renderParameters } from './parameters.js';
import { settingsStyles } from './settings-styles.js';

/**
 * The control of every setting, and what takes changes back.
 *
 * @fires ap-close - its button to close it was pressed
 */
export class ApSettings extends StoreElement<PlaygroundStore> {
  static override styles = [base, settingsStyles];

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    const rest = controlsIn('more').map((name) =>
      name === 'seed' ? this.renderSeed(store) : renderSetting(store, name),
    );
    return html`${
        store.problem
          ? html`<p class="refused" id="refused">${problemText(store, store.problem)}</p>`
          : nothing
      }
      ${renderGroup([renderParameters(store, (act) => this.act(act))])}
      ${renderGroup([
        isGiven(store, 'model') ? nothing : renderKind(store),
        ...controlsIn('main').map((name) => renderSetting(store, name)),
      ])}
      ${renderGroup(rest)} ${this.renderRare(store)} ${this.renderButtons(store)}
      <p class="notes">${notes(store)}</p>`;
  }

  /** Open while one of them is not as at first. */
  private renderRare(store: PlaygroundStore): TemplateResult | typeof nothing {
    const names = controlsIn('rare');
    const controls = names.map((name) => renderSetting(store, name));
    const group = renderGroup(controls);
    if (group === nothing) return nothing;
    const { submitted } = store;
    const isOpen = names.some(
      (name, i) => controls[i] !== nothing && submitted[name] !== settingOf(name).first,
    );
    return html`<details ?open=${isOpen}>
      <summary>${store.t.settingsPanel.rare}</summary>
      ${group}
    </details>`;
  }

  private renderButtons(store: PlaygroundStore): TemplateResult {
    const words = store.t.settingsPanel;
    const { length } = store.state.edits;
    const button = (
      there: boolean,
      text: string,
      act: () => void,
    ): TemplateResult | typeof nothing =>
      there ? html`<button type="button" @click=${() => this.act(act)}>${text}</button>` : nothing;
    return html`<div class="buttons">
      ${button(store.canUndo, words.undo, () => store.undo())}
      ${button(store.canRedo, words.redo, () => store.redo())}
      ${button(length > 0, fill(store.t.ui.resetEdits, { n: length }), () => store.reset())}
      ${button(true, words.startOver, () => store.startOver())}
      ${button(true, store.t.ui.close, () => this.dispatchEvent(new CustomEvent('ap-close')))}
    </div>`;
  }

  /** A button may not be there any more after it was pressed: then another one has the focus. */
  private act(act: () => void): void {
    act();
    whenDrawn(this, () => {
      const { activeElement } = this.renderRoot as ShadowRoot;
      if (this.isConnected && !activeElement) {
        this.renderRoot.querySelector<HTMLElement>('.buttons button')?.focus();
      }
    });
  }

  private renderSeed(store: PlaygroundStore): TemplateResult | typeof nothing {
    if (isGiven(store, 'seed')) return nothing;
    const { seed } = store.state;
    const next = seed < LIMITS.seed ? seed + 1 : 0;
    return html`<div class="row">
      ${renderSetting(store, 'seed')}
      <button type="button" @click=${() => store.update({ seed: next })}>
        ${store.t.settingsPanel.newSeed}
      </button>
    </div>`;
  }
}

/** Names of the settings whose control is there, in the order of the table. */
function controlsIn(place: 'main' | 'more' | 'rare'): SettingName[] {
  return settings.filter(([, { control }]) => control === place).map(([name]) => name);
}

/** What settings mean, and their limits. */
function notes(store: PlaygroundStore): string {
  const words = store.t.settingsPanel;
  const { submitted } = store;
  const { model, projections, parameters } = submitted;
  const transformer =
    parameters === 'random' ? [words.untrainedModel, words.layerLimits] : [words.trainedModel];
  if (model !== 'encoder-only') transformer.push(words.lossInTraining);
  const attention = projections === 'none' ? [words.noHeads, words.maskHint] : [words.maskHint];
  if (hasMask(submitted, 'causal')) attention.push(words.offsetHint);
  const all = [...(model === 'attention' ? attention : transformer), words.limits];
  return all.map((text) => fill(text, { ...LIMITS })).join(' ');
}

/** Controls in a band of their own; nothing where the chosen model has none of them. */
function renderGroup(
  controls: readonly (TemplateResult | typeof nothing)[],
): TemplateResult | typeof nothing {
  const shown = controls.filter((control) => control !== nothing);
  return shown.length > 0 ? html`<div class="group">${controls}</div>` : nothing;
}

define('ap-settings', ApSettings);

declare global {
  interface HTMLElementTagNameMap {
    'ap-settings': ApSettings;
  }
}
