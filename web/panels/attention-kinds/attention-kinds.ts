import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { AttentionPlayground, Step } from '../../engine/types.js';
import { fill } from '../../i18n/fill.js';
import '../../i18n/panel-steps.js';
import { define } from '../../kit/define.js';
import '../../kit/more-formulas.js';
import { SizeController } from '../../kit/size.js';
import { inTurns } from '../../kit/turns.js';
import type { Undoing } from '../../kit/undo-keys.js';
import '../../parts/problem.js';
import '../../parts/proof/sheet.js';
import { roleColours, titleStyles } from '../../styles/controls.js';
import { breakpoints } from '../../styles/sizes.js';
import { jointUndo } from '../../trace/joint-undo.js';
import { exampleStyles } from '../example-styles.js';
import { PanelStore } from '../panel-store.js';
import { Panel } from '../panel.js';
import { renderCard } from './card.js';
import { renderChosen } from './chosen.js';
import { readExample, renderExample, type Example } from './example.js';
import { pairsProblem, seedFor, textProblem, type TextField, type Wrong } from './fields.js';
import { renderInputs } from './inputs.js';
import { kindOf, KINDS } from './kinds.js';
import {
  DEFAULT,
  isSame,
  panel,
  tokensOf,
  wordsOf,
  type Pairs,
  type Side,
  type Word,
} from './pair.js';
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
  @property() source = DEFAULT.sources[0]!;
  /** The decoder's tokens so far, its start token included: 1 to 16 tokens. */
  @property() target = DEFAULT.targets[0]!;
  /** The seed of the random matrices, 0 to 2³² − 1. */
  @property({ type: Number }) seed = DEFAULT.seed;

  @state() private pointed: Word | undefined;
  @state() private picked: Word | undefined;
  @state() private wrong: Wrong | undefined;
  @state() private busy: TextField | undefined;
  @query('.step') private readonly chosen!: HTMLElement | null;
  private example: Example | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  /** @internal */
  readonly store = new PanelStore<Pairs>(panel, DEFAULT);
  protected readonly texts = { en, zh };
  private readonly size = new SizeController(this);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.waiting);
  }

  protected begin(engine: AttentionPlayground): Promise<void> {
    this.example = readExample(engine);
    this.store.start(engine);
    this.adopt();
    return Promise.resolve();
  }

  protected end(): void {
    this.store.dispose();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.store.scheme = this.scheme;
    if (this.store.state.lang !== this.language) this.store.updateView({ lang: this.language });
    const isChanged = (['source', 'target', 'seed'] as const).some((name) => changed.has(name));
    if (this.engine && isChanged) this.adopt();
  }

  /** Adopts the attributes; reports unusable values, and then keeps the last good pair. */
  private adopt(): void {
    const { store, source, target, seed } = this;
    const { sources, targets } = store.options;
    if (source === sources[0] && target === targets[0] && seed === store.options.seed) return;
    const pairs = {
      ...store.options,
      sources: [source, sources[1]!],
      targets: [target, targets[1]!],
      seed,
    };
    const wrong = pairsProblem(pairs);
    if (wrong) this.wrong = wrong;
    else this.take(pairs);
    this.tell();
  }

  private take(pairs: Partial<Pairs>): void {
    this.wrong = this.pointed = this.picked = undefined;
    this.store.set(pairs);
    // Other sentences may mean a thousand new cells.
    void inTurns(() => this.updateComplete, 'all');
  }

  protected override get undoing(): Undoing {
    return jointUndo([this.store], () => {
      this.wrong = this.pointed = this.picked = undefined;
      this.tell();
    });
  }

  /** Sets the properties to what is shown. */
  private tell(): void {
    const { sources, targets, seed } = this.store.options;
    [this.source, this.target, this.seed] = [sources[0]!, targets[0]!, seed];
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
    const { store, lit } = this;
    const { width } = this.size;
    const room = width >= breakpoints.wide ? Math.floor((width - 2 * GAP) / 3) : width;
    const view: KindsView = {
      t,
      store,
      room,
      lit,
      isAsked: (this.pointed ?? this.picked) !== undefined,
      picked: this.picked,
      point: this.point,
      choose: this.choose,
      show: this.show,
    };
    return html`<div @keydown=${this.onKey}>
      ${renderInputs(view, {
        wrong: this.wrong,
        busy: this.busy,
        type: this.onText,
        leave: this.onLeave,
        seed: this.onSeed,
        take: (pairs) => {
          this.take(pairs);
          this.tell();
        },
        pad: this.onPadding,
        focus: (id) => this.renderRoot.querySelector<HTMLElement>(`#${id}`)?.focus(),
      })}
      <ap-problem .store=${store}></ap-problem>
      <div class="cards">
        ${KINDS.map((name) => {
          const kind = kindOf(store, name);
          return kind ? renderCard(view, kind) : nothing;
        })}
      </div>
      ${renderChosen(view, this.toChosen)}
      ${this.example ? renderExample(t, this.example) : nothing}
      <p class="untrained">${fill(t.untrained, { seed: store.options.seed })}</p>
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
    void this.updateComplete.then(this.toChosen);
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
    this.waiting = setTimeout(() => this.takeText(field, text), PAUSE_MS);
  };

  private takeText(field: TextField, text: string): void {
    const wrong = textProblem(field, text);
    if (wrong) {
      this.wrong = wrong;
      return;
    }
    const [side, place] = field.split('-') as [Side, string];
    const key = side === 'source' ? 'sources' : 'targets';
    const texts = this.store.options[key].map((old, i) => (i === Number(place) ? text : old));
    this.take({ [key]: texts });
    this.tell();
  }

  private readonly onLeave = (): void => {
    this.busy = undefined;
  };

  /** Shows the second pair, and in it a cell that is not padding. */
  private readonly onPadding = (padding: boolean): void => {
    const { store } = this;
    this.take({ padding });
    store.updateView({ batch: padding ? 1 : 0 });
    if (!padding || store.kept?.index[0] !== 1) return;
    const last = (tokensOf(store.options).target[1] ?? []).length - 1;
    store.keep({ path: panel.first.step, index: [1, store.state.head, Math.min(1, last), 0] });
  };

  private readonly onSeed = (text: string): void => {
    const seed = seedFor(text);
    if (seed === undefined) this.wrong = { field: 'seed', reason: 'seed', actual: text };
    else {
      this.take({ seed });
      this.tell();
    }
  };
}

define('attention-kinds', AttentionKindsElement);

declare global {
  interface HTMLElementTagNameMap {
    'attention-kinds': AttentionKindsElement;
  }
}
