import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { Difference } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { problemOf } from '../../trace/problem.js';
import { prose } from '../../kit/formulas/tex.js';
import { fill, stepTitle } from '../../trace/names.js';
import { tiny } from '../../trace/numbers.js';
import type { TraceStore, Comparison } from '../../trace/store.js';

/** The steps that are compared: the joined heads, and the output. */
const KINDS = ['concat', 'output'];

interface Outcome {
  version: number;
  differences?: Difference[] | undefined;
  /** The engine has refused the other layer, which the page says. */
  failed?: boolean;
}

/** Compares the layer computed with one matrix per projection and with one per head, and shows the difference. */
export class ApEquality extends StoreElement {
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
      font-size: var(--ap-text-m);
    }
    p {
      margin: 0 0 4px;
      max-inline-size: 72ch;
      font-size: var(--ap-text-m);
    }
  `;

  @state() private outcome: Outcome | undefined;

  protected override updated(_changed: PropertyValues<this>): void {
    const { store } = this;
    const outdated = store?.trace && store.version !== this.outcome?.version;
    // It is drawn again with what is found.
    if (outdated && store.comparison && !store.comparison.dropsOut) void this.compare(store);
  }

  private async compare(store: TraceStore): Promise<void> {
    // Waits until the page is drawn: the comparison computes the whole layer again.
    await this.updateComplete;
    const { version, trace, comparison } = store;
    if (!trace || !comparison || version === this.outcome?.version) return;
    const made = this.madeBy(store, comparison);
    if (!made) return;
    try {
      const found = made.complete ? trace.compare(made.trace) : undefined;
      const differences = found?.filter(({ path }) => KINDS.includes(store.step(path)?.kind ?? ''));
      this.outcome = { version, differences };
    } finally {
      made.trace.dispose();
    }
  }

  /** The other layer; undefined if there is none, which is said if the engine refuses it. */
  private madeBy(store: TraceStore, comparison: Comparison): ReturnType<Comparison['make']> {
    try {
      return comparison.make();
    } catch (error) {
      this.outcome = { version: store.version, failed: true };
      store.report(problemOf(error));
      return undefined;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const comparison = store?.comparison;
    if (!store?.trace || !comparison) return nothing;
    const words = store.t.headMatrices;
    return html`<section>
      <h3>${words.title}</h3>
      <p>${this.renderOutcome(store, comparison)}</p>
      <p>${prose(fill(words.count, { combined: 3, separate: 3 * comparison.heads }))}</p>
    </section>`;
  }

  private renderOutcome(store: TraceStore, comparison: Comparison): string {
    const words = store.t.headMatrices;
    if (comparison.dropsOut) return words.dropout;
    const { outcome } = this;
    if (!outcome || outcome.failed) return '';
    if (!outcome.differences) return words.edits;
    const steps = outcome.differences
      .flatMap(({ path }) => store.step(path) ?? [])
      .map((step) => stepTitle(store, step))
      .join(words.and);
    const worst = outcome.differences.reduce((a, b) => (isWorse(b, a) ? b : a));
    const { maxDifference, tolerance } = worst;
    if (outcome.differences.every((each) => each.maxDifference === 0)) {
      return fill(words.same, { steps });
    }
    const text = maxDifference <= tolerance ? words.close : words.apart;
    return fill(text, { steps, difference: tiny(maxDifference), tolerance: tiny(tolerance) });
  }
}

/** A difference that rounding cannot explain is worse than any that it can. */
function isWorse(a: Difference, b: Difference): boolean {
  const apart = ({ maxDifference, tolerance }: Difference): boolean => maxDifference > tolerance;
  return apart(a) === apart(b) ? a.maxDifference > b.maxDifference : apart(a);
}

define('ap-equality', ApEquality);
