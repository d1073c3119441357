import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttentionPlayground } from '../../engine/types.js';
import type { Place } from '../../figures/matrix/paint.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/define.js';
import '../../kit/heat-map/heat-map.js';
import type { Kept } from '../../kit/heat-map/heat-map.js';
import { wholeWithin } from '../../kit/number-field.js';
import { makeScale } from '../../styles/colour-scales.js';
import { exampleStyles } from '../example-styles.js';
import { Panel } from '../panel.js';
import { Encoding, type Choice } from './encoding.js';
import { readExample, renderExample, type Example } from './example.js';
import { renderField, renderWrong } from './fields.js';
import { renderProducts } from './products.js';
import { renderReadout } from './readout.js';
import { DEFAULT, EXAMPLES, LENGTH, sizeProblem, WIDTH, type Wrong } from './sizes.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import { PINS, renderRow, renderWave } from './waves.js';

/**
 * The sinusoidal positional encoding of Vaswani et al. (2017, §3.5), with one pixel per number; its columns as waves,
 * its rows as vectors, and the dot products of its positions.
 */
export class PositionalEncodingElement extends Panel<Texts> {
  static override styles = [Panel.styles, exampleStyles, styles];

  /** Number of positions, 1 to 512. */
  @property({ type: Number }) length = DEFAULT[0];
  /** Width of a word vector, 2 to 1024. */
  @property({ type: Number, attribute: 'd-model' }) dModel = DEFAULT[1];

  @state() private encoding: Encoding | undefined;
  @state() private kept: Choice = { row: 20, column: 64, other: 32 };
  @state() private preview: Choice | undefined;
  @state() private pins: readonly number[] = [0, 128];
  @state() private products: Float32Array | undefined;
  @state() private wrong: Wrong | undefined;
  private example: Example | undefined;

  protected readonly texts = { en, zh };

  protected begin(engine: AttentionPlayground): Promise<void> {
    this.example = readExample(engine);
    return this.resize(engine);
  }

  protected end(): void {
    this.encoding?.dispose();
    this.encoding = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.engine && (changed.has('length') || changed.has('dModel'))) {
      void this.resize(this.engine);
    }
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
    const made = await Encoding.make(engine, length, dModel);
    // Meanwhile another size may be wanted, or the panel may have been removed.
    if (!this.isConnected || this.length !== length || this.dModel !== dModel) {
      made.dispose();
      return;
    }
    this.encoding?.dispose();
    this.encoding = made;
    this.settle(made);
    void this.multiply(made);
  }

  /** Fits the choice from another table into this one. */
  private settle({ length, dModel }: Encoding): void {
    const { row, column, other } = this.kept;
    const inside = (at: number, count: number): number => Math.min(at, count - 1);
    this.preview = undefined;
    this.kept = {
      row: inside(row, length),
      column: inside(column, dModel),
      other: inside(other, length),
    };
    this.pins = this.pins.filter((pin) => pin < dModel);
  }

  private async multiply(encoding: Encoding): Promise<void> {
    this.products = undefined;
    const products = await encoding.allProducts();
    if (products && encoding === this.encoding) this.products = products;
  }

  private get active(): Choice {
    return this.preview ?? this.kept;
  }

  protected renderPanel(t: Texts): TemplateResult {
    const { encoding, active } = this;
    if (!encoding) return html``;
    const { length, dModel } = encoding;
    return html`${this.renderSizes(t, encoding)}
      <div class="first">
        <ap-heat-map
          class="table"
          .data=${encoding.table.data}
          .rows=${length}
          .columns=${dModel}
          .scale=${makeScale('diverging', { low: -1, high: 1 }, this.scheme)}
          .active=${active}
          .secondRow=${active.other}
          .tallest=${300}
          .name=${fill(t.map, { length, dModel })}
          .rowTitle=${t.position}
          .columnTitle=${t.column}
          .cellName=${(position: number, column: number) => fill(t.cell, { position, column })}
          @ap-point=${this.onPoint}
          @ap-keep=${this.onKeep}
        ></ap-heat-map>
        ${renderReadout(t, encoding, active)}
        <p class="soft">${t.mapHint}</p>
      </div>
      <div class="pair">
        <section>
          ${renderWave(t, encoding, active, this.pins, this.togglePin, this.onPickRow)}
        </section>
        <section>${renderRow(t, encoding, active, this.onPickColumn)}</section>
      </div>
      <section>${this.renderDots(t, encoding)}</section>
      ${
        this.example
          ? html`<section>${renderExample(t, this.example, () => this.showExample())}</section>`
          : nothing
      }`;
  }

  private renderSizes(t: Texts, { length, dModel }: Encoding): TemplateResult {
    const { wrong } = this;
    return html`<div class="fields">
        ${renderField('length', t.length, length, LENGTH, wrong, this.onField)}
        ${renderField('dModel', t.dModel, dModel, WIDTH, wrong, this.onField)}
        <div class="examples" role="group" aria-label=${t.examples}>
          ${EXAMPLES.map(
            ([rows, columns]) =>
              html`<button
                type="button"
                class="number"
                aria-pressed=${rows === length && columns === dModel}
                @click=${() => this.choose(rows, columns)}
              >
                ${rows} × ${columns}
              </button>`,
          )}
        </div>
      </div>
      ${renderWrong(t, wrong, { length, dModel }, ['length', 'dModel'])}`;
  }

  private renderDots(t: Texts, encoding: Encoding): TemplateResult {
    const { wrong, active, products, kept } = this;
    const range = { least: 0, most: encoding.length - 1 };
    return html`<h2>${t.dotTitle}</h2>
      <p>${encoding.dModel % 2 === 0 ? t.dotEven : t.dotOdd}</p>
      <div class="fields">
        ${renderField('a', t.a, kept.row, range, wrong, this.onField)}
        ${renderField('b', t.b, kept.other, range, wrong, this.onField)}
      </div>
      ${renderWrong(t, wrong, encoding, ['a', 'b'])}
      ${renderProducts(t, encoding, active, {
        all: products,
        scale: products && makeScale('diverging', encoding.extent(products), this.scheme),
        pick: (other) => this.keep({ ...kept, other }),
        point: (place) =>
          (this.preview = place ? { ...kept, row: place.row, other: place.column } : undefined),
        keep: ({ row, column }) => this.keep({ ...kept, row, other: column }),
      })}`;
  }

  private keep(choice: Choice): void {
    this.kept = choice;
    this.preview = undefined;
    this.wrong = undefined;
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

  private readonly onPoint = ({ detail }: CustomEvent<Place | null>): void => {
    this.preview = detail ? { ...this.kept, ...detail } : undefined;
  };

  private readonly onKeep = ({ detail }: CustomEvent<Kept>): void => {
    const { row, column, other } = detail;
    this.keep(other ? { ...this.kept, other: row } : { ...this.kept, row, column });
  };

  private readonly onPickRow = (row: number): void => this.keep({ ...this.kept, row });

  private readonly onPickColumn = (column: number): void => this.keep({ ...this.kept, column });

  private readonly togglePin = (column: number): void => {
    const { pins } = this;
    if (pins.includes(column)) this.pins = pins.filter((pin) => pin !== column);
    else if (pins.length < PINS) this.pins = [...pins, column];
  };

  private readonly onField = (field: Wrong['field'], text: string): void => {
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
