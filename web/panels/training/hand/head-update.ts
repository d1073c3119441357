import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { load } from '../../../engine/module/load.js';
import { fill } from '../../../i18n/fill.js';
import { define } from '../../../kit/element/define.js';
import { nextTask } from '../../../kit/element/turns.js';
import { renderRefused } from '../../../kit/fields/inputs.js';
import { renderNumberField } from '../../../kit/fields/number-field.js';
import { renderSelect } from '../../../kit/fields/select.js';
import { parseNumber } from '../../../trace/numbers.js';
import { Panel } from '../../panel.js';
import { ProofController } from '../../proof-controller.js';
import { renderWeight, type WeightChoice } from '../opened/weight.js';
import { fieldStyles } from '../run/field-styles.js';
import { sectionStyles } from '../section-styles.js';
import { styles } from '../styles.js';
import { texts as en, type Texts } from '../texts/en.js';
import { texts as zh } from '../texts/zh.js';
import { HeadStore, W_Q } from './head-store.js';
import { RATES, readHead, USUAL } from './read-head.js';

const OPTIMIZERS = ['adamw', 'sgd'] as const;

/**
 * The first update of one head by hand: its words, vectors and matrices are given, and so is where each word is to look. Every
 * number from the gradient to the new weight is open to its arithmetic.
 */
export class HeadUpdateElement extends Panel<Texts> {
  static override styles = [Panel.styles, fieldStyles, styles, sectionStyles];

  /** A few words, none of them twice. */
  @property() sentence = '';
  /** At which place, from 0, each word is to look, as JSON: `[null, null, 0]`; null where nothing is expected. */
  @property() labels = '';
  /** Vectors of the words, as JSON: a row for each. */
  @property() x = '';
  /** W_Q, as JSON: as many rows and columns as a vector has numbers. */
  @property({ attribute: 'w-q' }) wQ = '';
  /** W_K, as JSON, of the same size. */
  @property({ attribute: 'w-k' }) wK = '';
  /** `adamw` (default) or `sgd`. */
  @property() optimizer = '';
  /** The learning rate; 0.1 by default. */
  @property({ type: Number }) lr: number | null = null;

  /** @internal */
  @state() store: HeadStore | undefined;
  @state() private weight: WeightChoice | undefined;
  @state() private refused: string | undefined;
  private readonly proof = new ProofController(this, () => [this.store]);

  protected readonly texts = { en, zh };

  /** The first module has no optimiser: the one for training lies beside it. */
  protected async begin(): Promise<void> {
    const wasmUrl = this.wasmUrl && new URL(this.wasmUrl, document.baseURI);
    const engine = await load({
      training: true,
      ...(wasmUrl && { wasmUrl: new URL('attention-playground-training.wasm', wasmUrl) }),
    });
    const options = this.given ?? readHead({ ...NONE, sentence: this.t.hand.sentence })!;
    const store = new HeadStore(options, this.language);
    store.start(engine);
    await nextTask();
    this.store = store;
    this.tell();
  }

  /** What the attributes ask for; undefined if that does not fit together. */
  private get given(): ReturnType<typeof readHead> {
    const { labels, x, wQ, wK, optimizer, lr } = this;
    const sentence = this.sentence || this.t.hand.sentence;
    return readHead({ sentence, labels, x, wQ, wK, optimizer, lr: lr ?? USUAL.lr });
  }

  protected override get choices(): Readonly<Record<string, string | number>> {
    const { optimizer = '', lr = USUAL.lr } = this.store?.options ?? {};
    return { optimizer, lr };
  }

  protected end(): void {
    this.store?.dispose();
    this.store = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { store } = this;
    if (!store) return;
    store.matchPage(this.language, this.scheme);
    if (!GIVEN.some((name) => changed.has(name))) return;
    const { given } = this;
    if (given && JSON.stringify(given) !== JSON.stringify(store.options)) store.retrace(given);
    this.refused = undefined;
  }

  private tell(): void {
    const { optimizer, lr } = this.store!.options;
    [this.optimizer, this.lr] = [optimizer, lr];
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { store, refused } = this;
    if (!store) return nothing;
    const { optimizer, lr } = store.options;
    const weight = this.weight ?? { path: W_Q, index: [0, 0] };
    return html`<div class="fields">
        ${renderSelect(
          'optimizer',
          t.fields.optimizer,
          OPTIMIZERS,
          optimizer,
          (chosen) => void (this.optimizer = chosen),
          (one) => t.hand.optimizers[one],
        )}
        ${renderNumberField({
          name: 'lr',
          label: t.fields.lr,
          value: lr,
          range: RATES,
          hidesRange: true,
          step: 0.05,
          refused,
          change: this.onRate,
        })}
      </div>
      ${renderRefused(refused === undefined ? undefined : fill(t.hand.badRate, RATES))}
      <div class="with-proof" @ap-use=${this.proof.onUse}>
        <div class="main">
          ${renderWeight(t, store, weight, (chosen) => (this.weight = chosen), { isBrief: true })}
        </div>
        ${this.proof.render('', true)}
      </div>`;
  }

  private readonly onRate = (text: string): void => {
    const rate = parseNumber(text);
    const fits = rate >= RATES.least && rate <= RATES.most;
    this.refused = fits ? undefined : text;
    if (fits) this.lr = rate;
  };
}

const NONE = { labels: '', x: '', wQ: '', wK: '', optimizer: '', lr: USUAL.lr };
const GIVEN = ['sentence', 'labels', 'x', 'wQ', 'wK', 'optimizer', 'lr'] as const;

define('head-update', HeadUpdateElement);

declare global {
  interface HTMLElementTagNameMap {
    'head-update': HeadUpdateElement;
  }
}
