import { html, nothing, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { LateScript } from '../../kit/loading/late-script.js';
import { Popover } from '../../kit/fields/popover.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { failureStyles } from '../../kit/loading/waiting.js';
import { base } from '../../styles/index.js';
import type { PlaygroundStore } from '../store.js';
import { kindOf } from '../state.js';
import { controlsStyles } from './styles.js';

/** All settings of the layer or layers, behind one button that opens them over the page. */
export class ApControls extends StoreElement<PlaygroundStore> {
  static override styles = [base, controlsStyles, failureStyles];

  @state() private open = false;
  @query('.fold') private readonly button!: HTMLElement | null;

  /** Fetched when they are first opened. */
  private readonly panel = new LateScript(this, {
    name: 'settings',
    load: () => import('./settings-panel.js'),
    take: ({ ApSettings }) => ApSettings,
  });

  constructor() {
    super();
    new Popover(this, {
      isOpen: () => this.open,
      close: () => (this.open = false),
      button: () => this.button,
    });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, open } = this;
    if (!store) return nothing;
    const words = store.t.ui;
    return html`<section aria-label=${words.settings}>
      <button
        type="button"
        class="fold"
        aria-expanded=${open}
        aria-controls="body"
        @click=${() => (this.open = !open)}
      >
        <b>${words.settings}</b><span class="summary">${summary(store)}</span>${renderRandom(store)}
        <span aria-hidden="true">${open ? '▴' : '▾'}</span>
      </button>
      <div id="body" class="body" ?hidden=${!open}>${open ? this.renderBody(store) : nothing}</div>
    </section>`;
  }

  private renderBody(store: PlaygroundStore): TemplateResult {
    this.panel.need();
    return this.panel.render(
      store.state.lang,
      () => html`<ap-settings .store=${store} @ap-close=${this.close}></ap-settings>`,
    );
  }

  private readonly close = (): void => {
    this.open = false;
    this.button?.focus();
  };
}

/** What the settings make of it, in a word or two. */
function summary({ state, t }: PlaygroundStore): string | undefined {
  return t.settings.kind.choices[kindOf(state)];
}

/** A badge, as long as something that is shown depends on random parameters. */
function renderRandom(store: PlaygroundStore): TemplateResult | typeof nothing {
  if (!store.steps.some((step) => store.isUntrained(step))) return nothing;
  return html`<span class="random">${store.t.models.random}</span>`;
}

define('ap-controls', ApControls);

declare global {
  interface HTMLElementTagNameMap {
    'ap-controls': ApControls;
  }
}
