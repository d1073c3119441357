import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttentionPlayground, Difference } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { listed } from '../../kit/drawing/listed.js';
import { wholeWithin } from '../../kit/fields/number-field.js';
import { SizeController } from '../../kit/element/size.js';
import type { Undoing } from '../../kit/input/undo-keys.js';
import type { ParameterSource } from '../../learned/names.js';
import { breakpoints } from '../../styles/sizes.js';
import { jointUndo } from '../../trace/joint-undo.js';
import type { Problem } from '../../trace/problem.js';
import { LayerEditor } from '../layer-editor.js';
import { renderBelow } from '../layer-fields.js';
import { startApart, type PanelStore } from '../panel-store.js';
import { Panel } from '../panel.js';
import { ProofController, roomBesideProof } from '../proof-controller.js';
import { renderBands, renderHoldings } from './bands.js';
import { renderCards, type Shown } from './cards.js';
import { RANGES, renderControls, type Field } from './controls.js';
import { workerParts } from './worker-parts.js';
import { gather } from './motion.js';
import { renderSending } from './motion.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import type { View } from './view.js';
import { aloneStore, MODELS, shared, sharedStore, type WorkerOptions } from './worker-store.js';

/**
 * The heads of one layer on several workers: the parts of its matrices that each holds, what each computes alone, and
 * the sum that completes the output (Shoeybi et al. 2019), beside the same layer on one worker.
 */
export class HeadWorkersElement extends Panel<Texts> {
  static override styles = [Panel.styles, styles];

  /** The initial sentence: at most 16 words. */
  @property() sentence = '';
  /**
   * `random`, or a trained model with several heads by its name, such as `referent` or `translation-textbook`, or `own`,
   * which the page Train has kept. By default the first, or random if a sentence is given.
   */
  @property() parameters = '';

  /** @internal The layer on several workers. */
  @state() store: PanelStore<WorkerOptions> | undefined;
  @state() private alone: PanelStore<WorkerOptions> | undefined;
  @state() private shown: Shown = 'weights';
  private difference: Difference | undefined;
  /** The number of workers last drawn. */
  private drawn = 0;
  private readonly size = new SizeController(this);
  private readonly proof = new ProofController(this, () => [this.store, this.alone]);
  private readonly editor = new LayerEditor(this, MODELS, {
    options: () => this.store?.options,
    language: () => this.language,
    problems: () => this.t,
    take: (change, field) => this.set(change, field),
    tell: () => this.tell(),
  });

  protected readonly texts = { en, zh };

  /** What is shown first. */
  private get wished(): ParameterSource {
    return (this.parameters || (this.sentence ? 'random' : MODELS[0])) as ParameterSource;
  }

  protected override prepare(): void {
    this.editor.choice.prefetch(this.wished);
  }

  protected async begin(engine: AttentionPlayground): Promise<void> {
    const { editor, language, sentence } = this;
    const opening = await editor.begin(engine, this.wished, sentence);
    if (!opening) return;
    const { change } = opening;
    const { models } = editor.choice;
    const heads = shared(models.of(change.parameters), { numHeads: 4, workers: 2 });
    const options: WorkerOptions = { ...change, ...heads, seed: 1 };
    const store = (this.store = sharedStore(options, language, models));
    const alone = (this.alone = aloneStore(options, language, models));
    if (!(await startApart(engine, [store, alone], () => this.store !== store))) return;
    this.compare();
    this.tell();
    if (sentence && sentence !== change.sentence) editor.write(sentence);
  }

  protected override get choices(): Readonly<Record<string, string | number>> {
    const { parameters, sentence } = this;
    return { parameters, sentence };
  }

  protected end(): void {
    this.editor.choice.end();
    this.store?.dispose();
    this.alone?.dispose();
    this.store = this.alone = undefined;
    this.drawn = 0;
  }

  private compare(): void {
    const { store, alone } = this;
    if (!store?.trace || !alone?.trace) return;
    this.difference = alone.trace.compare(store.trace).find(({ path }) => path === 'output');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { store, alone, language: lang, scheme } = this;
    if (!store || !alone) return;
    if (changed.has('sentence') || changed.has('parameters')) {
      this.editor.adopt(this.sentence, this.parameters);
    }
    for (const one of [store, alone]) {
      if (one.state.lang !== lang) one.updateView({ lang });
      one.scheme = scheme;
    }
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { store, alone, difference, editor } = this;
    if (!store?.trace || !alone?.trace || !difference) return nothing;
    const { options } = store;
    const room = roomBesideProof(this.size.width);
    const view: View = {
      t,
      store,
      alone,
      holdings: workerParts(store),
      room,
      isNarrow: room < breakpoints.narrow,
    };
    return html`${renderControls(t, {
        store,
        editor,
        options,
        typed: this.onTyped,
        set: (patch, field) => this.set(patch, field),
      })}
      ${renderBelow(store, editor, options, fill(t.untrained, { seed: options.seed }))}
      <div class="with-proof" @ap-use=${this.proof.onUse}>
        <div class="stage">
          ${renderBands(view)}
          ${renderCards(view, this.shown, (what) => (this.shown = what), difference)}
          ${renderHoldings(view)} ${renderSending(view)}
        </div>
        ${this.proof.render(this.whose(t))}
      </div>`;
  }

  /** The name of the cell's part, as every worker has steps of the same names. */
  private whose(t: Texts): string {
    const { store } = this.proof;
    if (store && store === this.alone) return t.whoseAlone;
    const worker = store?.step(store.active?.path ?? '')?.scope.worker;
    return worker === undefined ? t.whoseAll : fill(t.whoseWorker, { n: worker + 1 });
  }

  private readonly onTyped = (field: Field, text: string): void => {
    const { editor } = this;
    if (field === 'sentence') return editor.write(text);
    const value = wholeWithin(text, RANGES[field]);
    if (value === undefined) {
      const actual = text.slice(0, 40);
      const reason = (): string =>
        fill(this.t.wrongCount, { name: this.t[field], actual, ...RANGES[field] });
      return editor.refuse({ field, actual: text, text: reason });
    }
    this.set(field === 'seed' ? { seed: value } : { workers: value }, field);
  };

  /** Changes options; the engine decides whether the workers can divide the heads. */
  private set(patch: Partial<WorkerOptions>, field: string): void {
    const { store, editor } = this;
    if (!store) return;
    const next = { ...store.options, ...patch };
    const given = patch.parameters && shared(editor.choice.models.of(patch.parameters), next);
    const { numHeads: heads, workers } = { ...next, ...given };
    store.set({ ...patch, ...given });
    const { problem } = store;
    if (!problem) return this.followOptions();
    const actual = String(field === 'heads' ? heads : workers);
    editor.refuse({ field, actual, text: () => this.refusal(problem, heads, workers) });
  }

  private refusal({ argument, actual }: Problem, heads: number, workers: number): string {
    const { t, language } = this;
    if (argument !== 'workers') return fill(t.failed, { actual });
    const all = Array.from({ length: heads }, (_, i) => i + 1);
    const divisors = listed(
      language,
      all.filter((n) => heads % n === 0),
    );
    return fill(t.notDivisible, { heads, workers, divisors });
  }

  /** The layer on one worker, and the comparison, follow the layer on several. */
  private readonly followOptions = (): void => {
    const { store, alone } = this;
    if (!store || !alone) return;
    this.editor.refused = undefined;
    alone.retrace(store.options);
    this.compare();
    this.tell();
  };

  /** Sets the properties to what is shown. */
  private tell(): void {
    const { sentence = '', parameters = '' } = this.store?.options ?? {};
    [this.sentence, this.parameters] = [sentence, parameters];
    this.requestUpdate();
  }

  protected override get undoing(): Undoing {
    return jointUndo([this.store, this.alone], this.followOptions);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const workers = this.store?.options.workers ?? 0;
    if (this.drawn !== 0 && workers !== this.drawn) gather(this.renderRoot);
    this.drawn = workers;
  }
}

define('head-workers', HeadWorkersElement);

declare global {
  interface HTMLElementTagNameMap {
    'head-workers': HeadWorkersElement;
  }
}
