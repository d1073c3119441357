import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { load } from '../engine/index.js';
import type { Difference } from '../engine/types.js';
import { define } from './define.js';
import { applyEdits } from './edits.js';
import { tiny } from './numbers.js';
import { fill, stepTitle } from './speech.js';
import { StoreController } from './store-controller.js';
import type { PlaygroundStore } from './store.js';
import { prose } from './tex.js';
import { traceOptions } from './trace-options.js';

/** Compared in both ways: where the heads are joined, and what comes of it. */
const STEPS = ['concat', 'output'];

type Outcome = { version: number } & ({ differences: Difference[] } | { differences: undefined });

/** The layer computed with one matrix a projection and with one a head, and how far apart the two are. */
export class ApEquality extends LitElement {
  static override styles = css`
    :host {
      display: block;
      margin-block-start: 18px;
    }
    section {
      border-block-start: 1px solid var(--ap-line);
      padding-block: 12px;
      line-height: 1.6;
    }
    h3 {
      margin: 0 0 4px;
      font-size: 14px;
    }
    p {
      margin: 0 0 4px;
      max-inline-size: 72ch;
      font-size: 14px;
    }
  `;

  @property({ attribute: false }) store?: PlaygroundStore;
  @state() private outcome: Outcome | undefined;

  constructor() {
    super();
    new StoreController(this);
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const { store } = this;
    if (store?.trace && store.version !== this.outcome?.version && !dropsOut(store)) {
      void this.compare(store);
    }
  }

  private async compare(store: PlaygroundStore): Promise<void> {
    const engine = await load();
    const { version, trace, state } = store;
    if (!trace || version === this.outcome?.version) return;
    const headMatrices = state.headMatrices === 'combined' ? 'separate' : 'combined';
    const other = engine.traceAttention(traceOptions({ ...state, headMatrices }, store.tokens));
    try {
      const taken = applyEdits(other, state.edits);
      const all = taken.length === state.edits.length;
      const found = all ? trace.compare(other) : undefined;
      const differences = found?.filter(({ path }) => STEPS.includes(path));
      this.outcome = { version, differences };
    } finally {
      other.dispose();
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store?.trace) return nothing;
    const words = store.t.equality;
    const { heads } = store.state;
    return html`<section>
      <h3>${words.title}</h3>
      <p>${this.renderOutcome(store)}</p>
      <p>${prose(fill(words.count, { combined: 3, separate: 3 * heads }))}</p>
    </section>`;
  }

  private renderOutcome(store: PlaygroundStore): string {
    const words = store.t.equality;
    if (dropsOut(store)) return words.dropout;
    const { outcome } = this;
    if (!outcome) return '';
    if (!outcome.differences) return words.edits;
    const steps = outcome.differences
      .flatMap(({ path }) => store.step(path) ?? [])
      .map((step) => stepTitle(store, step))
      .join(words.and);
    const worst = outcome.differences.reduce((a, b) =>
      b.maxDifference - b.tolerance > a.maxDifference - a.tolerance ? b : a,
    );
    const { maxDifference, tolerance } = worst;
    if (outcome.differences.every((each) => each.maxDifference === 0)) {
      return fill(words.same, { steps });
    }
    const text = maxDifference <= tolerance ? words.close : words.apart;
    return fill(text, { steps, difference: tiny(maxDifference), tolerance: tiny(tolerance) });
  }
}

function dropsOut({ state }: PlaygroundStore): boolean {
  return state.training && state.dropoutP > 0;
}

define('ap-equality', ApEquality);
