import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { renderSelect } from '../../kit/fields/select.js';
import { base } from '../../styles/index.js';
import { shortest } from '../../trace/numbers.js';
import { panelStyles } from '../panel-styles.js';
import { renderNumber, renderWrong } from './fields.js';
import type { ChangedWeight, Sequence } from './sequence.js';
import { readNumber, type FieldError } from './settings.js';
import type { Texts } from './texts/en.js';

const MATRICES = ['W_K', 'W_V'] as const;

/** Sets a number of a parameter, and says what that did; undefined if the engine has refused. Never rejects. */
export type ChangeWeight = (
  ...weight: Parameters<Sequence['change']>
) => Promise<ChangedWeight | undefined>;

/** Changes one number of a key or value matrix of the model. */
export class ApChangeWeight extends LitElement {
  static override styles = [
    base,
    panelStyles,
    css`
      .fields input {
        inline-size: 8.5em;
      }
      .now {
        line-height: var(--ap-control);
      }
    `,
  ];

  @property({ attribute: false }) sequence?: Sequence;
  @property({ attribute: false }) change?: ChangeWeight;
  @property({ attribute: false }) t?: Texts;
  @state() private layer = 0;
  @state() private matrix: (typeof MATRICES)[number] = 'W_K';
  @state() private place: [row: number, column: number] = [0, 0];
  @state() private wrong: FieldError | undefined;
  /** The number that the button sets. */
  @state() private draft: number | undefined;
  @state() private done:
    (ChangedWeight & { layer: number; matrix: string; kept: number }) | undefined;

  /** Fits the choice to another model's sizes. */
  protected override willUpdate(changed: PropertyValues): void {
    const another = ['sequence', 'layer', 'matrix', 'place'].some((name) => changed.has(name));
    if (another) this.draft = undefined;
    if (!changed.has('sequence') || !this.sequence) return;
    const { layers, dModel } = this.sequence.settings;
    this.layer = Math.min(this.layer, layers - 1);
    this.place = this.place.map((at) => Math.min(at, dModel - 1)) as [number, number];
    this.wrong = this.done = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { sequence, t, place, done } = this;
    if (!sequence || !t) return nothing;
    const { layers, dModel } = sequence.settings;
    const { data } = sequence.parameter(this.path);
    const now = data[place[0] * dModel + place[1]]!;
    const sides = Array.from({ length: dModel }, (_, i) => i);
    const at = (axis: 0 | 1) => (value: number) => {
      this.place = axis === 0 ? [value, place[1]] : [place[0], value];
    };
    return html`<form class="fields" @submit=${(event: Event) => this.submit(event, sequence)}>
        ${renderSelect(
          'layer',
          t.layer,
          Array.from({ length: layers }, (_, i) => i),
          this.layer,
          (value) => void (this.layer = value),
          (value) => String(value + 1),
        )}
        ${renderSelect('matrix', t.matrix, MATRICES, this.matrix, (value) => void (this.matrix = value))}
        ${renderSelect('row', t.row, sides, place[0], at(0))}
        ${renderSelect('column', t.column, sides, place[1], at(1))}
        <span class="now number" data-value=${now}>${fill(t.now, { value: shortest(now) })}</span>
        ${renderNumber(
          {
            name: 'weight',
            label: t.weight,
            value: this.draft ?? Number(shortest(now)),
            change: (text) => {
              const read = readNumber('weight', text);
              this.wrong = read.wrong;
              if (!read.wrong) this.draft = read.value;
            },
          },
          this.wrong,
        )}
        <button type="submit">${t.change}</button>
      </form>
      ${renderWrong(t, this.wrong, ['weight'])}
      <p role="status" class="done">
        ${
          done
            ? html`${fill(t.changed, {
                  layer: done.layer + 1,
                  matrix: done.matrix,
                  row: done.index[0]!,
                  column: done.index[1]!,
                  before: shortest(done.before),
                  value: shortest(done.value),
                })} <b>${done.cacheEmptied ? fill(t.emptied, { n: done.kept }) : t.notEmptied}</b>`
            : nothing
        }
      </p>`;
  }

  private get path(): string {
    const name = this.matrix === 'W_K' ? 'w_k' : 'w_v';
    return `decoder.${this.layer}.self_attention.${name}`;
  }

  private async submit(event: Event, sequence: Sequence): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const field = form.elements.namedItem('weight') as HTMLInputElement;
    const read = readNumber('weight', field.value);
    this.wrong = read.wrong;
    if (read.wrong || !this.change) return;
    const { layer, matrix, path, place } = this;
    const kept = sequence.cachedTokens;
    this.draft = undefined;
    const changed = await this.change(path, place, read.value);
    if (changed && sequence === this.sequence) this.done = { ...changed, kept, layer, matrix };
  }
}

define('ap-change-weight', ApChangeWeight);

declare global {
  interface HTMLElementTagNameMap {
    'ap-change-weight': ApChangeWeight;
  }
}
