import { watch } from '@lit-labs/preact-signals';
import { signal } from '@preact/signals-core';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { LateScript } from '../../kit/loading/late-script.js';
import { failureStyles } from '../../kit/loading/waiting.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { base } from '../../styles/index.js';
import { cellInStep, cellName } from '../../trace/names.js';
import { activeText } from '../../trace/spoken.js';
import type { TraceStore } from '../../trace/store.js';
import type { equationText } from './equation.js';
import { sheetStyles } from './sheet-styles.js';

/**
 * The proof of the active cell: beside the work, or where the page around it says `asSheet`, a sheet at the foot of
 * the view, which a bar that names the cell opens and closes. It must be placed in the box that it is to stay in
 * sight with.
 *
 * @fires ap-toggle - the sheet was opened or closed
 */
export class ApProofSheet extends StoreElement {
  static override styles = [base, sheetStyles, failureStyles];

  /** Names the part that the cell belongs to, if its own name does not. */
  @property() whose = '';
  /** Address of the project's site, if *Why* links to its pages. */
  @property() siteUrl = '';
  @property({ type: Boolean, reflect: true }) open = false;
  private readonly writes = signal<typeof equationText | undefined>(undefined);
  /** The texts of the bar, which change under the pointer, apart from all else: how the cell was computed, and which it is. */
  private readonly equation = this.derived(() => {
    const { store } = this;
    return store?.explanation && this.writes.value?.(store, store.explanation);
  });
  private readonly barText = this.derived(() => {
    const { store, whose, equation } = this;
    const cell = store && (equation.value ? activeName(store) : activeText(store));
    return [whose, cell].filter(Boolean).join(' · ') || store?.t.ui.proof;
  });
  /** Fetched when the bar is in sight. */
  private readonly equations = new LateScript(this, {
    name: 'equation',
    load: () => import('./equation.js'),
    take: ({ equationText }) => equationText,
    arrived: ({ equationText }) => (this.writes.value = equationText),
  });
  @query('.sheet-toggle') private readonly bar!: HTMLElement | null;
  @query('.sheet') private readonly sheet!: HTMLElement;
  /** Fetched when it is in sight, or somebody is about to open it. */
  private readonly proof = new LateScript(this, {
    name: 'proof',
    load: () => import('./proof.js'),
    take: ({ ApProof }) => ApProof,
    failed: (detail) =>
      this.dispatchEvent(new CustomEvent('ap-failure', { detail, bubbles: true })),
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.toggleAttribute('empty', !this.store?.current);
    if (changed.get('open') !== undefined) this.dispatchEvent(new CustomEvent('ap-toggle'));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, open, whose } = this;
    if (!store) return nothing;
    const words = store.t.ui;
    return html`<aside aria-label=${words.proof} @keydown=${this.onKey}>
      <button
        type="button"
        class="sheet-toggle"
        aria-expanded=${open}
        aria-controls="sheet"
        @pointerenter=${() => this.proof.need()}
        @focus=${() => this.proof.need()}
        @click=${() => (this.open = !open)}
      >
        <span class="what">${watch(this.barText)}</span>
        <span class="equation">${watch(this.equation)}</span>
        <span class="act">${open ? words.closeProof : words.openProof}</span>
      </button>
      <div class="sheet" id="sheet">
        ${whose ? html`<p class="whose soft">${whose}</p>` : nothing}
        ${this.proof.render(store.state.lang, () => html`<ap-proof .store=${store} .siteUrl=${this.siteUrl}></ap-proof>`)}
      </div>
    </aside>`;
  }

  protected override updated(): void {
    if (this.sheet) this.proof.fetchWhenSeen(this.sheet);
    if (this.bar) this.equations.fetchWhenSeen(this.bar);
  }

  /** Escape closes the sheet; beside the work there is none. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const { bar } = this;
    if (event.key !== 'Escape' || event.isComposing || !this.open || !bar?.offsetHeight) return;
    event.preventDefault();
    event.stopPropagation();
    this.open = false;
    bar.focus();
  };
}

/** The active cell, and its step if that is not the one that is shown. */
function activeName(store: TraceStore): string {
  const { active, current } = store;
  const step = active && store.step(active.path);
  if (!step) return '';
  return (step === current ? cellName : cellInStep)(store, step, active.index);
}

define('ap-proof-sheet', ApProofSheet);

declare global {
  interface HTMLElementTagNameMap {
    'ap-proof-sheet': ApProofSheet;
  }
}
