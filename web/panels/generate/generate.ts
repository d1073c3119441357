import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttentionPlayground } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { PlaybackController } from '../../kit/element/playback-controller.js';
import { prose } from '../../kit/formulas/tex.js';
import { renderSelect } from '../../kit/fields/select.js';
import type { Undoing } from '../../kit/input/undo-keys.js';
import type { ParameterSource } from '../../learned/names.js';
import '../../parts/figure/slice.js';
import { LearnedModels } from '../../parts/learned/models.js';
import '../../parts/problem.js';
import '../../parts/proof/proof.js';
import '../../parts/proof/sheet.js';
import { shownBy, showsOthers, type Shown } from '../only.js';
import { Panel } from '../panel.js';
import { renderModel, renderModelWrong, renderSequence } from './bar.js';
import {
  cacheRows,
  renderCacheRows,
  renderKeysValues,
  renderWork,
  type CacheRows,
} from './cache.js';
import type { ChangeWeight } from './change-weight.js';
import './change-weight.js';
import { renderChoice } from './choice.js';
import './example.js';
import { Generation, type Properties } from './generation.js';
import './growing-matrix.js';
import { FIRST_WRITER } from './model.js';
import type { Sequence } from './sequence.js';
import { FIRST_MODEL } from './settings.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import { DRAFTS, readSentences } from './words.js';

const SECTIONS = { tokens: ['choice', 'attention', 'cache', 'edit'], example: [] } as const;

/**
 * A small Transformer generates token by token: how each token was chosen, the row of attention that it added, and the
 * keys and values that were cached for it.
 */
export class TokenGenerationElement extends Panel<Texts> {
  static override styles = [Panel.styles, styles];

  /** Where the model's parameters come from: `random`, or the name of a trained model; by default one that writes verse. */
  @property() parameters: ParameterSource | '' = '';
  /** What the decoder goes on from. */
  @property() prompt = '';
  /** What the encoder reads, if there is one. */
  @property() source = '';
  /**
   * What is shown alone: `tokens`, or below the row of tokens any of `choice`, `attention`, `cache` and `edit`, with spaces
   * between; and the worked `example`.
   */
  @property({ reflect: true, useDefault: true }) only = '';

  @state() private sorted = true;
  /** The attention that is shown; undefined before one is chosen. */
  @state() private scope: string | undefined;
  private readonly models = new LearnedModels();
  private generation: Generation | undefined;

  protected readonly texts = { en, zh };

  constructor() {
    super();
    new PlaybackController(this, () => this.generation?.playback.pause());
  }

  protected override prepare(): void {
    const { architecture } = FIRST_MODEL;
    readSentences(DRAFTS[this.language][architecture], architecture);
    // Whoever needs it says if it is missing.
    this.models.fetch(this.asked).catch(() => undefined);
  }

  private get asked(): ParameterSource {
    return this.parameters || FIRST_WRITER[this.language];
  }

  protected async begin(engine: AttentionPlayground): Promise<void> {
    const { asked, prompt, source, models } = this;
    const generation = new Generation(engine, this.language, models, () => this.tell(generation));
    this.generation = generation;
    await generation.begin(asked, { ...(prompt && { prompt }), ...(source && { source }) });
    // The panel may have been removed meanwhile.
    if (this.generation !== generation) return;
    this.tell(generation);
    generation.store.matchPage(this.language, this.scheme);
  }

  private get shown(): Shown<typeof SECTIONS> {
    return shownBy(this.only, SECTIONS);
  }

  /** `count`, how many tokens were generated, and `token`, the last of them. */
  override get results(): Readonly<Record<string, string | number>> {
    const passes = this.generation?.passes ?? [];
    const last = passes.at(-1);
    return last ? { count: passes.length, token: last.choice.token } : {};
  }

  protected override get choices(): Readonly<Record<string, string | number>> {
    const { parameters, prompt, source } = this;
    return { parameters, prompt, source };
  }

  protected end(): void {
    this.generation?.dispose();
    this.generation = undefined;
  }

  /** Sets the properties to what is shown. */
  private tell({ properties }: Generation): void {
    Object.assign(this, properties);
    this.requestUpdate();
  }

  /** Adopts properties that were set since. */
  private adopt(generation: Generation, changed: PropertyValues<this>): void {
    const { properties } = generation;
    const set = { parameters: this.asked, prompt: this.prompt, source: this.source };
    const names = (Object.keys(set) as (keyof Properties)[]).filter(
      (name) => changed.has(name) && set[name] !== properties[name],
    );
    const given = Object.fromEntries(names.map((name) => [name, set[name]]));
    // What goes wrong is said on the panel.
    if (names.length > 0) void generation.adopt(given);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { generation } = this;
    if (!generation) return;
    this.adopt(generation, changed);
    if (!this.engine) return;
    generation.store.matchPage(this.language, this.scheme);
    // A cell of what is not shown is not explained.
    if (!this.shown.all && showsOthers(changed)) generation.store.keep(undefined);
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { generation } = this;
    if (!generation) return nothing;
    const { shown } = this;
    return html`${shown.all ? renderModel(t, generation) : nothing}
      ${renderModelWrong(t, generation)}
      <ap-problem .store=${generation.store}></ap-problem>
      ${shown.has('tokens') ? this.renderTokens(t, generation) : nothing}
      ${
        shown.has('example')
          ? html`<section class="example">
              <ap-example-logits .engine=${this.engine} .t=${t}></ap-example-logits>
            </section>`
          : nothing
      }
      ${generation.sequence.plan.learned || !shown.has('tokens') ? nothing : renderUntrained(t, generation.sequence)}`;
  }

  private renderTokens(t: Texts, generation: Generation): TemplateResult {
    const { shown } = this;
    const { store } = generation;
    const order = { sorted: this.sorted, sort: (sorted: boolean) => (this.sorted = sorted) };
    const part = (
      name: 'choice' | 'attention' | 'cache' | 'edit',
      render: () => TemplateResult,
    ): TemplateResult | typeof nothing =>
      shown.has(name) ? html`<section class=${name}>${render()}</section>` : nothing;
    return html`${renderSequence(t, generation)}
      <div class="with-proof">
        <div class="main">
          ${part('choice', () => renderChoice(t, generation, order))}
          ${part('attention', () => this.renderAttention(t, generation))}
          ${part('cache', () => this.renderCache(t, generation))}
        </div>
        ${shown.all || store.kept ? html`<ap-proof-sheet .store=${store}></ap-proof-sheet>` : nothing}
      </div>
      ${part(
        'edit',
        () =>
          html`<h2>${t.editTitle}</h2>
            <p>${prose(t.editText)}</p>
            <ap-change-weight
              .sequence=${generation.sequence}
              .change=${this.change}
              .t=${t}
            ></ap-change-weight>`,
      )}`;
  }

  protected override get undoing(): Undoing | undefined {
    return this.generation;
  }

  private readonly change: ChangeWeight = async (...weight) => this.generation?.change(...weight);

  private renderAttention(t: Texts, generation: Generation): TemplateResult {
    const { shown, store, sequence, arrival } = generation;
    const attentions = new Map(cacheRows(shown).map((one) => [one.scope, one]));
    const scopes = [...attentions.keys()];
    const scope = this.scopeAmong(scopes);
    const { kept } = shown.cache;
    const rows = shown.tokens.length;
    const name = ({ layer, cross }: CacheRows): string => {
      const place = fill(t.layerN, { n: layer + 1 });
      if (sequence.settings.architecture === 'decoder-only') return place;
      return `${place} · ${cross ? t.crossAttention : t.selfAttention}`;
    };
    return html`<h2>${t.weightsTitle}</h2>
      <p>${kept > 0 ? t.weightsKept : fill(t.weightsWhole, { n: rows })}</p>
      <div class="fields">
        ${renderSelect(
          'scope',
          t.attention,
          scopes,
          scope,
          (value) => void (this.scope = value),
          (one) => name(attentions.get(one)!),
        )}
        ${renderSelect(
          'head',
          t.head,
          Array.from({ length: sequence.settings.heads }, (_, i) => i),
          store.state.head,
          (head) => {
            store.updateView({ head });
            this.requestUpdate();
          },
          (head) => String(head + 1),
        )}
      </div>
      <ap-grown-matrix
        .store=${store}
        .path="${scope}.weights"
        .kept=${kept}
        .rows=${rows}
        .keptName=${t.kept}
        .newName=${t.new}
        .arrival=${arrival}
      ></ap-grown-matrix>`;
  }

  /** The chosen attention; else of random parameters the first, of a trained model the last, which says most. */
  private scopeAmong(scopes: readonly string[]): string {
    const { scope } = this;
    if (scope !== undefined && scopes.includes(scope)) return scope;
    return this.generation!.sequence.plan.learned ? scopes.at(-1)! : scopes[0]!;
  }

  private renderCache(t: Texts, generation: Generation): TemplateResult {
    const { shown, store, sequence, useCache, checked, isStale } = generation;
    const scopes = cacheRows(shown).map(({ scope }) => scope);
    const scope = this.scopeAmong(scopes);
    const result = checked?.pass === shown ? checked.difference : undefined;
    return html`<h2>${t.cacheTitle}</h2>
      <p class="explains">${t.cacheText}</p>
      <div class="go">
        <button
          type="button"
          role="switch"
          class="use-cache"
          aria-checked=${useCache}
          @click=${() => {
            generation.useCache = !useCache;
            this.requestUpdate();
          }}
        >
          <i aria-hidden="true"></i>${t.useCache}<b aria-hidden="true"
            >${useCache ? t.cacheOn : t.cacheOff}</b
          >
        </button>
        <span class="soft">
          ${fill(t.reused, shown.cache)} ${useCache === shown.withCache ? nothing : t.cacheNext}
        </span>
      </div>
      ${renderCacheRows(t, shown)} ${renderWork(t, sequence.passes, shown)}
      <div class="go">
        <button type="button" class="check" ?disabled=${isStale} @click=${() => generation.check()}>
          ${t.check}
        </button>
        <span role="status" class="checked" data-difference=${result ?? nothing}>
          ${isStale ? t.checkStale : nothing}
          ${result === undefined ? nothing : this.verdict(t, result)}
        </span>
      </div>
      ${renderKeysValues(
        t,
        shown,
        scope,
        (path) => html`<ap-slice lazy .store=${store} .path=${path}></ap-slice>`,
      )}`;
  }

  private verdict(t: Texts, difference: Computed): string {
    const n = this.generation!.sequence.vocabulary.length;
    return fill(difference === 0 ? t.checkEqual : t.checkDiffers, { n, difference });
  }
}

function renderUntrained(t: Texts, { settings, vocabulary }: Sequence): TemplateResult {
  const values = { seed: settings.seed, n: vocabulary.length };
  return html`<p class="untrained">${fill(t.untrained, values)}</p>`;
}

define('token-generation', TokenGenerationElement);

declare global {
  interface HTMLElementTagNameMap {
    'token-generation': TokenGenerationElement;
  }
}
