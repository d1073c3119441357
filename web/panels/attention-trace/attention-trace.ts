import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttentionPlayground, Trace } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import type { Undoing } from '../../kit/input/undo-keys.js';
import '../../parts/problem.js';
import '../../parts/proof/proof.js';
import '../../parts/proof/sheet.js';
import '../../parts/ribbon/ribbon.js';
import '../../parts/stage/stage.js';
import type { Problem } from '../../trace/problem.js';
import { findStep } from '../../trace/stops.js';
import { WEIGHTS_VIEWS } from '../../trace/view-state.js';
import { Panel } from '../panel.js';
import { PanelStore } from '../panel-store.js';
import type { GivenTokens } from './labels.js';
import { givenTrace, firstStep, type GivenNumbers } from './given-trace.js';
import { readSource, type Source } from './source.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';

/**
 * The steps of attention over numbers that a page gives: query, key and value of another program, its attention weights, or a
 * trace that was kept. Every cell is explained down to its operands, and can be edited.
 */
export class AttentionTraceElement extends Panel<Texts> {
  static override styles = [Panel.styles, styles];

  /**
   * The numbers, as an object or its JSON: `{ query, key, value }` [T, d], [B, T, d] or [B, h, T, d], with the options of
   * `ap.traceAttention`; `{ weights }` [T, S], [h, T, S] or [B, h, T, S], with a `value` if there is one; or what `toJSON()` of a
   * trace gave. A tensor is `{ shape, data }`, nested lists, or `{ shape, dtype, base64 }` (`float32` or `bool`, little-endian).
   */
  @property() source: string | object = '';
  /** The queries' tokens, a list or one for each sentence of the batch; as an attribute, its JSON. Keys have them, too. */
  @property({ type: Array }) tokens: GivenTokens | null = null;
  /** Those of the keys, if they are others. */
  @property({ type: Array, attribute: 'key-tokens' }) keyTokens: GivenTokens | null = null;
  /** Path of the step that is shown; by default the attention weights. */
  @property() step = '';
  /** The head that is shown, from 0. */
  @property({ type: Number }) head = 0;
  /** How attention weights are drawn: `matrix` (by default), `heads` or `text`. */
  @property({ attribute: 'weights-view' }) weightsView = '';

  /** @internal */
  @state() store: PanelStore<GivenNumbers> | undefined;
  protected readonly texts = { en, zh };

  /** The recorded steps; undefined before `ready`, and where what was given is refused. */
  get trace(): Trace | undefined {
    return this.store?.trace;
  }

  protected override get undoing(): Undoing | undefined {
    return this.store;
  }

  protected override get choices(): Readonly<Record<string, string | number>> {
    const { step, head, weightsView } = this;
    return { step, head, weightsView };
  }

  protected begin(engine: AttentionPlayground): Promise<void> {
    this.open(engine);
    return Promise.resolve();
  }

  /** Nothing may be given yet, which is no mistake. */
  private open(engine: AttentionPlayground): void {
    if (this.source === '') return;
    const store = (this.store = new PanelStore(givenTrace, this.given, this.language));
    store.scheme = this.scheme;
    store.start(engine);
    this.goTo();
  }

  protected end(): void {
    this.store?.dispose();
    this.store = undefined;
  }

  private get given(): GivenNumbers {
    const { source, tokens, keyTokens } = this;
    let found: Source | undefined;
    return { read: () => (found ??= readSource(source)), tokens, keyTokens };
  }

  /** To the step and the head that are asked for; says so where there is no such. */
  private goTo(): void {
    const { store, step, head } = this;
    if (!store?.trace) return;
    const wrong = wrongIn({ step, head }, store);
    store.updateView({
      head: wrong?.argument === 'head' ? 0 : head,
      weightsView: WEIGHTS_VIEWS.find((name) => name === this.weightsView) ?? 'matrix',
    });
    // Of a name that each head has, it is that of the head that is asked for.
    store.goTo(findStep(store.steps, step, head)?.path ?? firstStep(store.steps));
    if (wrong) store.report(wrong);
    this.follow(store);
  }

  /** The properties say what is shown. */
  private follow({ state, weightsView }: PanelStore<GivenNumbers>): void {
    this.step = state.step;
    this.head = state.head;
    this.weightsView = weightsView;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { engine, language, scheme } = this;
    const { store } = this;
    if (!store) {
      if (engine) this.open(engine);
      return;
    }
    store.matchPage(language, scheme);
    if (changed.has('source') || changed.has('tokens') || changed.has('keyTokens')) {
      // Nothing that a person did: undo does not bring the numbers of before back.
      store.retrace(this.given);
      this.goTo();
    } else if (changed.has('step') || changed.has('head') || changed.has('weightsView')) {
      this.goTo();
    } else if (store.trace) {
      this.follow(store);
    }
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return html`<p>${t.nothing}</p>`;
    const { problem, trace } = store;
    return html`<ap-problem .store=${store}></ap-problem>
      ${problem && problem.code !== 'file' && !trace ? renderReason(problem) : nothing}
      ${trace ? this.renderTrace(store) : nothing}`;
  }

  private renderTrace(store: PanelStore<GivenNumbers>): TemplateResult {
    return html`${
        store.steps.length > 1
          ? html`<div class="ribbon"><ap-ribbon .store=${store}></ap-ribbon></div>`
          : nothing
      }
      <div class="with-proof">
        <ap-stage .store=${store}></ap-stage>
        <ap-proof-sheet .store=${store}></ap-proof-sheet>
      </div>`;
  }
}

/** What is wrong with the step or the head that a page asks for. */
function wrongIn(
  { step, head }: { step: string; head: number },
  store: PanelStore<GivenNumbers>,
): Problem | undefined {
  const last = store.count().heads - 1;
  if (!Number.isInteger(head) || head < 0 || head > last) {
    const expected = `0 – ${last}`;
    return { code: 'range_whole', argument: 'head', actual: String(head), expected };
  }
  return !step || findStep(store.steps, step, head) ? undefined : store.noStep(step);
}

/** In the engine's words, which name what is accepted: for whoever writes the page. */
const renderReason = ({ argument, actual, expected }: Problem): TemplateResult =>
  html`<p class="soft"><code>${argument}: ${actual} – ${expected}</code></p>`;

define('attention-trace', AttentionTraceElement);

declare global {
  interface HTMLElementTagNameMap {
    'attention-trace': AttentionTraceElement;
  }
}
