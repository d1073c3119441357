import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { AttentionPlayground, Step } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { SizeController } from '../../kit/element/size.js';
import { inTurns } from '../../kit/element/turns.js';
import type { Undoing } from '../../kit/input/undo-keys.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import type { ParameterSource } from '../../learned/names.js';
import '../../parts/problem.js';
import '../../parts/proof/proof.js';
import '../../parts/proof/sheet.js';
import { viewTab } from '../../parts/stage/view-tabs.js';
import { roleColours, titleStyles } from '../../styles/controls.js';
import { breakpoints } from '../../styles/sizes.js';
import { jointUndo } from '../../trace/joint-undo.js';
import { exampleStyles } from '../example-styles.js';
import { Panel } from '../panel.js';
import { renderWorth } from '../parameter-fields.js';
import { renderCard } from './card.js';
import { renderChosen } from './chosen.js';
import { readExample, renderExample, type Example } from './example.js';
import type { TextField } from './fields.js';
import { renderInputs } from './inputs.js';
import { kindOf, KINDS } from './kinds.js';
import { PairEditor } from './pair-editor.js';
import { DEFAULT, isSame, layersOf, tokensOf, wordsOf, type Word } from './pair.js';
import { MODELS } from './presets.js';
import { renderRefusal } from './chosen.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import type { KindsView } from './view.js';

const PAUSE_MS = 120;
const GAP = 28;

/**
 * The three kinds of attention in a Transformer (Vaswani et al. 2017, §3.2.3), side by side for the same pair of
 * sentences: where queries and keys come from, and what the mask hides.
 */
export class AttentionKindsElement extends Panel<Texts> {
  static override styles = [Panel.styles, roleColours, titleStyles, exampleStyles, styles];

  /** The sentence that the encoder reads: 1 to 16 tokens. */
  @property() source = '';
  /** The decoder's tokens so far, its start token included: 1 to 16 tokens. */
  @property() target = '';
  /**
   * `random`, or a trained model: `translation-textbook`, `four-pairs`, `numbers`, `reverse`, `sort`, or `own`, which the
   * page Train has kept. By default the first, or random if sentences or a seed are given.
   */
  @property() parameters = '';
  /** The seed of random parameters, 0 to 2³² − 1. */
  @property({ type: Number }) seed = DEFAULT.seed;

  @state() private pointed: Word | undefined;
  @state() private picked: Word | undefined;
  @state() private busy: TextField | undefined;
  @query('.step') private readonly chosen!: HTMLElement | null;
  private example: Example | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  private readonly editor = new PairEditor(this, () => this.settled());
  /** @internal */
  readonly store = this.editor.store;
  protected readonly texts = { en, zh };
  private readonly size = new SizeController(this);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.waiting);
  }

  /** What is shown first. */
  private get wished(): ParameterSource {
    const asks = this.source || this.target || this.seed !== DEFAULT.seed;
    return (this.parameters || (asks ? 'random' : MODELS[0])) as ParameterSource;
  }

  protected override prepare(): void {
    this.editor.choice.prefetch(this.wished);
  }

  protected async begin(engine: AttentionPlayground): Promise<void> {
    this.example = readExample(engine);
    if (!(await this.editor.begin(engine, this.wished))) return;
    const { sources, targets, parameters } = this.store.options;
    this.source ||= sources[0]!;
    this.target ||= targets[0]!;
    this.parameters = parameters;
    this.adopt();
  }

  protected override get choices(): Readonly<Record<string, string | number>> {
    const { parameters, source, target, seed } = this;
    return { parameters, source, target, seed };
  }

  protected end(): void {
    this.editor.end();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.store.matchPage(this.language, this.scheme);
    const names = ['source', 'target', 'parameters', 'seed'] as const;
    if (this.engine && names.some((name) => changed.has(name))) this.adopt();
  }

  /** Adopts the properties; reports unusable values, and then keeps the last good ones. */
  private adopt(): void {
    const { editor, source, target, seed, parameters } = this;
    const { options } = this.store;
    const texts: Partial<Record<TextField, string>> = {
      ...(source !== options.sources[0] && { 'source-0': source }),
      ...(target !== options.targets[0] && { 'target-0': target }),
    };
    if (seed !== options.seed) editor.seed(String(seed));
    // What keeps them from being shown is said below the fields.
    if (parameters !== options.parameters)
      void editor.request(parameters as ParameterSource, texts);
    else if (Object.keys(texts).length > 0) editor.write(texts);
  }

  protected override get undoing(): Undoing {
    return jointUndo([this.store], this.editor.undone);
  }

  /** Sets the properties to what is shown. */
  private settled(): void {
    const { sources, targets, parameters, seed } = this.store.options;
    [this.source, this.target] = [sources[0]!, targets[0]!];
    [this.parameters, this.seed] = [parameters, seed];
    this.pointed = this.picked = undefined;
    // Other sentences may mean a thousand new cells; Lit reports what cannot be drawn.
    void inTurns(() => this.updateComplete, 'all');
  }

  /** The word pointed at, else words of the cell pointed at, else the chosen word, else words of the chosen cell. */
  private get lit(): readonly Word[] {
    const { store, pointed, picked } = this;
    if (pointed) return [pointed];
    const cell = store.previewed ?? (picked ? undefined : store.kept);
    const step = cell && store.step(cell.path);
    if (step) return wordsOf(step, cell.index);
    return picked ? [picked] : [];
  }

  protected renderPanel(t: Texts): TemplateResult {
    const { store, lit, editor } = this;
    const { learned, choice } = editor;
    const { options } = store;
    const { width } = this.size;
    const room = width >= breakpoints.wide ? Math.floor((width - 2 * GAP) / 3) : width;
    const view: KindsView = {
      t,
      store,
      tokens: tokensOf(options, learned),
      room,
      lit,
      isAsked: (this.pointed ?? this.picked) !== undefined,
      picked: this.picked,
      point: this.point,
      choose: this.choose,
      show: this.show,
    };
    const count = layersOf(learned);
    return html`<div @keydown=${this.onKey}>
      ${renderInputs(view, {
        editor,
        busy: this.busy,
        type: this.onText,
        leave: this.onLeave,
        focus: (id) => this.renderRoot.querySelector<HTMLElement>(`#${id}`)?.focus(),
      })}
      ${renderRefusal(t, editor)}
      ${renderWorth(store, choice, options.parameters, {
        random: fill(t.untrained, { seed: options.seed }),
        more: count > 1 ? fill(t.shows, { layer: options.layer + 1, count }) : '',
      })}
      <ap-problem .store=${store}></ap-problem>
      <div class="cards" id="cards" role="tabpanel" aria-labelledby=${viewTab(store.weightsView)}>
        ${KINDS.map((name) => {
          const kind = kindOf(store, name, options.layer);
          return kind ? renderCard(view, kind) : nothing;
        })}
      </div>
      ${renderChosen(view, this.toChosen)}
      ${this.example ? renderExample(t, this.example) : nothing}
    </div>`;
  }

  private readonly point = (word: Word | undefined): void => {
    this.pointed = word;
  };

  private readonly choose = (word: Word): void => {
    const { picked } = this;
    this.picked = isSame(picked, word) ? undefined : word;
    this.pointed = undefined;
  };

  private readonly show = (step: Step): void => {
    this.store.goTo(step.path);
    whenDrawn(this, this.toChosen);
  };

  private readonly toChosen = (): void => {
    this.chosen?.scrollIntoView({ block: 'start' });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || !(this.picked ?? this.pointed)) return;
    event.preventDefault();
    this.picked = this.pointed = undefined;
  };

  /** Waits a moment after the last key, so that half a word is not taken as a sentence. */
  private readonly onText = (field: TextField, text: string): void => {
    this.busy = field;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.editor.write({ [field]: text }), PAUSE_MS);
  };

  private readonly onLeave = (): void => {
    this.busy = undefined;
  };
}

define('attention-kinds', AttentionKindsElement);

declare global {
  interface HTMLElementTagNameMap {
    'attention-kinds': AttentionKindsElement;
  }
}
