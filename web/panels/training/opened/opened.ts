import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { load } from '../../../engine/module/load.js';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import { define } from '../../../kit/element/define.js';
import { Stay } from '../../../kit/element/stay.js';
import { SignalElement } from '../../../kit/element/store-element.js';
import { inTurns } from '../../../kit/element/turns.js';
import '../../../parts/proof/proof.js';
import '../../../parts/proof/sheet.js';
import { asSheet } from '../../../parts/proof/as-sheet.js';
import { below, from } from '../../../styles/breakpoints.js';
import type { Scheme } from '../../../styles/colour-scales.js';
import { controls, roleColours, titleStyles } from '../../../styles/controls.js';
import { base } from '../../../styles/index.js';
import { gradientOf } from '../../../trace/operations.js';
import { panelStyles } from '../../panel-styles.js';
import { problemText } from '../problem.js';
import { fieldStyles } from '../run/field-styles.js';
import { sectionStyles } from '../section-styles.js';
import type { Texts } from '../texts/en.js';
import { whole } from '../words.js';
import { renderScore, type ScoreChoice } from './score.js';
import { renderSteps } from './steps.js';
import { UpdateController } from './update-controller.js';
import { examplesOf, UpdateStore, type Opening } from './update-store.js';
import { firstChoice, renderWeight, type WeightChoice } from './weight.js';

/** The update after a moment of a run as steps: a weight and a score of it closely, then all of them in order. */
export class ApOpenedUpdate extends SignalElement {
  static override styles = [
    base,
    controls,
    roleColours,
    titleStyles,
    panelStyles,
    fieldStyles,
    sectionStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .chained {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        align-items: start;
        gap: 8px 24px;
      }
      @container ${below.wide} {
        .chained {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      .parts,
      .walk {
        display: inline-flex;
        gap: 4px;
      }
      .play {
        min-inline-size: 6em;
      }
      h3,
      h4 {
        margin: 16px 0 4px;
        font-size: var(--ap-text-m);
        font-weight: 600;
      }
      /* Sums over a batch have long rows. */
      @container ${from.wide} {
        .with-proof {
          grid-template-columns: minmax(0, 1fr) 400px;
        }
      }
      @container ${below.wide} {
        ${asSheet}
      }
    `,
  ];

  @property({ attribute: false }) opening?: Opening;
  @property({ attribute: false }) wasm: { wasmUrl?: URL } = {};
  @property({ attribute: false }) t!: Texts;
  @property({ attribute: false }) language: Language = 'en';
  @property({ attribute: false }) scheme: Scheme = 'light';

  @state() private weight: WeightChoice | undefined;
  @state() private score: ScoreChoice | undefined;
  private readonly place = new UpdateController({
    load: () => load({ training: true, ...this.wasm }),
    make: (engine, opening) => new UpdateStore(opening, examplesOf(engine, opening), this.language),
    draw: (change) =>
      inTurns(() => {
        change();
        this.choose();
        this.requestUpdate();
        return this.updateComplete;
      }),
    requestUpdate: () => this.requestUpdate(),
  });

  constructor() {
    super();
    new Stay(this, {
      // One that is taken out and put in again opens what it had.
      begin: () => this.requestUpdate('opening'),
      end: () => this.place.close(),
    });
  }

  /** @internal */
  get store(): UpdateStore | undefined {
    return this.place.store;
  }

  /** The first weight is that which is pulled most. */
  private choose(): void {
    const { store } = this;
    const weight = store && firstChoice(store);
    if (weight) store.keep({ path: gradientOf(weight.path), index: [...weight.index] });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { store, language: lang, scheme } = this;
    store?.matchPage(lang, scheme);
    // Its place says what goes wrong.
    if (changed.has('opening') && this.opening) void this.place.open(this.opening);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { t, store, opening } = this;
    const { problem } = this.place;
    if (problem) return html`<p class="wrong" role="alert">${problemText(t, problem)}</p>`;
    if (!store || !opening) return html`<p class="soft" role="status">${t.opening}</p>`;
    return html`<p>
        ${fill(t.openedText, {
          n: opening.moment.update + 1,
          batch: store.examples.length,
          steps: whole(this.language, store.steps.length),
        })}
      </p>
      <div class="with-proof">
        <div class="main">
          ${renderWeight(t, store, this.weight, (weight) => (this.weight = weight))}
          ${renderScore(t, store, this.score, (score) => (this.score = score))}
          ${renderSteps(t, store)}
        </div>
        <ap-proof-sheet .store=${store}></ap-proof-sheet>
      </div>`;
  }
}

define('ap-opened-update', ApOpenedUpdate);

declare global {
  interface HTMLElementTagNameMap {
    'ap-opened-update': ApOpenedUpdate;
  }
}
