import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Computed } from '../../engine/types/computed.js';
import type { AttentionPlayground } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { wholeWithin } from '../../kit/fields/number-field.js';
import { prose } from '../../kit/formulas/tex.js';
import { nextTask, turnsTaken } from '../../kit/element/turns.js';
import type { Use } from '../../parts/figure/actions.js';
import '../../parts/figure/slice.js';
import { exampleStyles } from '../example-styles.js';
import { shownBy, type Shown } from '../only.js';
import { Panel } from '../panel.js';
import { cellOf, Encoding, FIRST, PAIRS, TABLE, type ChosenCell } from './encoding.js';
import { readExample, renderExample, type Example } from './example.js';
import { halvesOf, renderControls } from './controls.js';
import { renderField, renderWrong } from './fields.js';
import { renderProducts } from './products.js';
import { renderReadout } from './readout.js';
import {
  DEFAULT,
  detailOf,
  FIGURE_HEIGHT,
  LENGTH,
  sizeProblem,
  WIDTH,
  type FieldError,
} from './sizes.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import { PINS, renderRow, renderWave, type WaveView } from './waves.js';
import type { ColumnOrder } from '../../figures/figure.js';

const SECTIONS = { table: [], waves: [], products: [], example: [] } as const;

/**
 * The sinusoidal positional encoding of Vaswani et al. (2017, §3.5) as a map; its columns as waves, its rows as vectors,
 * and the dot products of its positions.
 */
export class PositionalEncodingElement extends Panel<Texts> {
  static override styles = [Panel.styles, exampleStyles, styles];

  /** Number of positions, 1 to 512. */
  @property({ type: Number }) length = DEFAULT[0];
  /** Width of a word vector, 2 to 1024. */
  @property({ type: Number, attribute: 'd-model' }) dModel = DEFAULT[1];
  /** What is shown alone: any of `table`, `waves`, `products` and `example`, with spaces between. */
  @property({ reflect: true, useDefault: true }) only = '';

  @state() private encoding: Encoding | undefined;
  @state() private kept: ChosenCell = FIRST;
  @state() private pins: readonly number[] = [0, 128];
  @state() private halves = false;
  @state() private wrong: FieldError | undefined;
  private example: Example | undefined;

  protected readonly texts = { en, zh };

  protected begin(engine: AttentionPlayground): Promise<void> {
    return this.resize(engine);
  }

  private get shown(): Shown<typeof SECTIONS> {
    return shownBy(this.only, SECTIONS);
  }

  /**
   * What is read: `value`, the number of the table at `position` and `column`; and once the products are shown, `product`,
   * the dot product of `position` and `other`.
   */
  override get results(): Readonly<Record<string, Computed>> {
    const { encoding, kept, shown } = this;
    if (!encoding) return {};
    const { row: position, column, other } = kept;
    const products = shown.has('products') && encoding.multiplied;
    return {
      position,
      column,
      value: encoding.value(position, column),
      ...(products && { other, product: encoding.products(position)[other]! }),
    };
  }

  protected override get choices(): Readonly<Record<string, string | number>> {
    const { length, dModel } = this;
    return { length, dModel };
  }

  protected end(): void {
    this.encoding?.dispose();
    this.encoding = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.engine && (changed.has('length') || changed.has('dModel'))) {
      // It draws when it is done; what the engine refuses stands in the tables' stores.
      void this.resize(this.engine);
    } else if (this.encoding && changed.has('only')) {
      void this.multiply(this.encoding);
    }
    if (this.engine && this.shown.has('example')) this.example ??= readExample(this.engine);
    for (const store of this.stores) store.matchPage(this.language, this.scheme);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // The choice is never let go: there is always a cell to read.
    const { encoding } = this;
    if (encoding && !encoding.stores.every(({ kept }) => kept)) this.keep(this.kept);
  }

  private get stores(): Encoding['stores'] {
    return this.encoding?.stores ?? [];
  }

  /** Replaces the table by one of the wanted size; the old one stays until then, or if that fails. */
  private async resize(engine: AttentionPlayground): Promise<void> {
    const { encoding: before } = this;
    this.wrong = sizeProblem(this.length, this.dModel);
    if (this.wrong) {
      [this.length, this.dModel] = before ? [before.length, before.dModel] : DEFAULT;
    }
    const { length, dModel } = this;
    if (before?.length === length && before.dModel === dModel) return;
    await nextTask();
    const isWanted = (): boolean =>
      this.isConnected && this.length === length && this.dModel === dModel;
    // Meanwhile another size may be wanted, or the panel may have been removed.
    if (!isWanted()) return;
    const made = new Encoding(engine, { length, dModel });
    await nextTask();
    if (!isWanted()) return made.dispose();
    this.encoding?.dispose();
    this.encoding = made;
    this.settle(made);
    await turnsTaken();
    await nextTask();
    await this.multiply(made);
  }

  /** Where the products are shown: those of a large table take long. */
  private async multiply(encoding: Encoding): Promise<void> {
    const isShown = (): boolean => this.encoding === encoding && this.shown.has('products');
    if (!isShown() || encoding.multiplied) return;
    await encoding.multiply();
    if (!isShown()) return;
    this.keep(this.kept);
    this.requestUpdate();
  }

  /** Fits the choice from another table into this one. */
  private settle({ length, dModel }: Encoding): void {
    const { row, column, other } = this.kept;
    const inside = (at: number, count: number): number => Math.min(at, count - 1);
    this.keep({
      row: inside(row, length),
      column: inside(column, dModel),
      other: inside(other, length),
    });
    this.pins = this.pins.filter((pin) => pin < dModel);
  }

  /** What is pointed at in one of the maps, else what is kept. */
  private activeIn({ table, pairs }: Encoding): ChosenCell {
    const { kept } = this;
    const [row, column] = table.previewed?.index ?? [];
    const pair = pairs.previewed?.index.slice(-2) ?? [];
    return {
      row: row ?? pair[0] ?? kept.row,
      column: column ?? kept.column,
      other: pair[1] ?? kept.other,
    };
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { encoding, scheme } = this;
    if (!encoding) return nothing;
    const order = this.halves ? halvesOf(t, encoding.dModel) : undefined;
    const view: WaveView = { t, encoding, scheme, choice: this.activeIn(encoding) };
    const { shown, example } = this;
    const show = shown.has('table') ? () => this.showExample() : undefined;
    return html`${this.renderFields(t)}
    ${shown.has('table') ? this.renderMap(view, order) : nothing}
    ${shown.has('waves') ? this.renderWaves(view, order) : nothing}
    ${
      shown.has('products')
        ? html`<section @ap-use=${this.onPairs}>${this.renderDots(t, view)}</section>`
        : nothing
    }
    ${
      example && shown.has('example')
        ? html`<section>${renderExample(t, example, show)}</section>`
        : nothing
    }`;
  }

  private renderMap(
    { t, encoding, choice }: WaveView,
    order: ColumnOrder | undefined,
  ): TemplateResult {
    const { length, dModel } = encoding;
    return html`<p class="formulas">${prose(t.formulas)}</p>
      <div class="first">
        <ap-slice
          class="table"
          fixed
          .store=${encoding.table}
          .path=${TABLE}
          .name=${t.map}
          .height=${FIGURE_HEIGHT}
          .detail=${detailOf(length, dModel)}
          .order=${order}
          @ap-use=${this.onTable}
        ></ap-slice>
        ${renderReadout(t, encoding, choice, order)}
      </div>`;
  }

  private renderWaves(view: WaveView, order: ColumnOrder | undefined): TemplateResult {
    return html`<div class="pair">
      <section>
        ${renderWave(view, this.pins, this.togglePin, (row) => this.keep({ ...this.kept, row }))}
      </section>
      <section>${renderRow(view, order, (column) => this.keep({ ...this.kept, column }))}</section>
    </div>`;
  }

  private renderFields(t: Texts): TemplateResult | typeof nothing {
    const { shown, wrong, halves, length, dModel } = this;
    const hasOrder = shown.has('table') || shown.has('waves');
    return renderControls(t, {
      size: { length, dModel },
      wrong,
      halves,
      // The worked example has one of its own.
      hasSize: hasOrder || shown.has('products'),
      hasExamples: shown.all,
      hasOrder,
      typed: this.onField,
      choose: (rows, columns) => this.choose(rows, columns),
      setHalves: (on) => (this.halves = on),
    });
  }

  private renderDots(t: Texts, view: WaveView): TemplateResult {
    const { wrong, kept } = this;
    const { encoding } = view;
    const range = { least: 0, most: encoding.length - 1 };
    return html`<h2>${t.dotTitle}</h2>
      <p class="explains">${prose(encoding.dModel % 2 === 0 ? t.dotEven : t.dotOdd)}</p>
      <div class="fields">
        ${renderField('a', t.a, kept.row, range, wrong, this.onField)}
        ${renderField('b', t.b, kept.other, range, wrong, this.onField)}
      </div>
      ${renderWrong(t, wrong, encoding, ['a', 'b'])}
      ${renderProducts(view, (other) => this.keep({ ...this.kept, other }))}`;
  }

  /** Keeps a choice, in both maps. */
  private keep(choice: ChosenCell): void {
    this.kept = choice;
    this.wrong = undefined;
    const { encoding } = this;
    if (!encoding) return;
    encoding.table.keep(cellOf(choice));
    const step = encoding.pairs.step(PAIRS);
    if (!step) return;
    const index = step.shape.map(() => 0);
    index.splice(-2, 2, choice.row, choice.other);
    encoding.pairs.keep({ path: PAIRS, index });
  }

  private choose(length: number, dModel: number): void {
    this.wrong = undefined;
    this.length = length;
    this.dModel = dModel;
  }

  private showExample(): void {
    this.choose(3, 4);
    this.renderRoot.querySelector('.table')?.scrollIntoView({ block: 'nearest' });
  }

  private readonly onTable = ({ detail }: CustomEvent<Use | null>): void => {
    const [row, column] = this.encoding?.table.kept?.index ?? [];
    if (detail?.kept) this.keep({ ...this.kept, row: row!, column: column! });
  };

  private readonly onPairs = ({ detail }: CustomEvent<Use | null>): void => {
    const [row, other] = this.encoding?.pairs.kept?.index.slice(-2) ?? [];
    if (detail?.kept) this.keep({ ...this.kept, row: row!, other: other! });
  };

  private readonly togglePin = (column: number): void => {
    const { pins } = this;
    if (pins.includes(column)) this.pins = pins.filter((pin) => pin !== column);
    else if (pins.length < PINS) this.pins = [...pins, column];
  };

  private readonly onField = (field: FieldError['field'], text: string): void => {
    const { encoding, kept } = this;
    if (!encoding) return;
    const positions = { least: 0, most: encoding.length - 1 };
    const range = { length: LENGTH, dModel: WIDTH, a: positions, b: positions }[field];
    const value = wholeWithin(text, range);
    this.wrong = value === undefined ? { field, actual: text, range } : undefined;
    if (value === undefined) return;
    if (field === 'length' || field === 'dModel') this[field] = value;
    else this.keep(field === 'a' ? { ...kept, row: value } : { ...kept, other: value });
  };
}

define('positional-encoding', PositionalEncodingElement);

declare global {
  interface HTMLElementTagNameMap {
    'positional-encoding': PositionalEncodingElement;
  }
}
