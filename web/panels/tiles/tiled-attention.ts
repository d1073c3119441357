import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Computed } from '../../engine/types/computed.js';
import type { AttentionPlayground, Difference, Step } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { wholeWithin } from '../../kit/fields/number-field.js';
import { PlaybackController } from '../../kit/element/playback-controller.js';
import { SizeController } from '../../kit/element/size.js';
import { lookOf, measureWith } from '../../kit/element/look.js';
import type { Undoing } from '../../kit/input/undo-keys.js';
import { SHIPPED, type ParameterSource } from '../../learned/names.js';
import { jointUndo } from '../../trace/joint-undo.js';
import { Playback } from '../../trace/playback.js';
import { LayerEditor } from '../layer-editor.js';
import { renderBelow } from '../layer-fields.js';
import type { LayerOpening } from '../layer-options.js';
import { startApart, type PanelStore } from '../panel-store.js';
import { readVectors } from '../vectors.js';
import { shownBy, showsOthers, type Shown } from '../only.js';
import { Panel } from '../panel.js';
import { ProofController, roomBesideProof } from '../proof-controller.js';
import { renderComparison } from './comparison.js';
import { rangeOf, renderControls, type Field } from './controls.js';
import { frameOf, frameWith, framesOf, gridOf, pathIn, type Frame, type Grid } from './frames.js';
import { GIVEN, givenTo, isSame } from './given.js';
import { renderMap } from './map.js';
import { renderMemory } from './memory.js';
import { slideTile } from './motion.js';
import { renderPass } from './pass.js';
import { happening, renderRunning } from './running.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import { plainStore, tiledStore, tileFor, tileWithin, type TileOptions } from './tile-store.js';
import type { View } from './view.js';

const PLAY_MS = 2000;

const SECTIONS = { pass: [], comparison: [], memory: [] } as const;

/**
 * Attention tile by tile, with a running maximum and sum (Milakov & Gimelshein 2018; Dao et al. 2022), beside the same
 * layer computed with all of its scores at once.
 */
export class TiledAttentionElement extends Panel<Texts> {
  static override styles = [Panel.styles, styles];

  /** The initial sentence: at most 16 words. */
  @property() sentence = '';
  /**
   * `random`, or a trained model by its name, such as `referent-emergent` or `ring`, or `own`, which the page Train has
   * kept. By default the first, or random if a sentence is given.
   */
  @property() parameters = '';
  /**
   * Vectors of the words, as JSON: one row for each word of `sentence`. They are queries, keys and values in one; there are no
   * parameters, one head, and scores are not divided.
   */
  @property() x = '';
  /** How many queries a tile has; by default 2. */
  @property({ type: Number, attribute: 'tile-queries' }) tileQueries: number | null = null;
  /** How many keys a tile has; by default 3. */
  @property({ type: Number, attribute: 'tile-keys' }) tileKeys: number | null = null;
  /** `tile_without_rescale`: what was added up is not corrected when the maximum rises. The way without tiles stays right. */
  @property() fault = '';
  /** The moment of the pass, by the path of a step: `tiles.0.1.running_sum` is the second tile of the first row. */
  @property() step = '';
  /** What is shown alone, below the sizes of the tiles: any of `pass`, `comparison` and `memory`, with spaces between. */
  @property({ reflect: true, useDefault: true }) only = '';

  /** @internal The layer in tiles. */
  @state() store: PanelStore<TileOptions> | undefined;
  @state() private plain: PanelStore<TileOptions> | undefined;
  @state() private at = 0;
  private difference: Difference | undefined;
  private grid: Grid = { rows: [], columns: [], hidden: [] };
  private frames: Frame[] = [];
  private readonly playback = new Playback({
    interval: () => PLAY_MS,
    advance: () => {
      this.go(this.at + 1);
      return this.at < this.frames.length - 1;
    },
    changed: () => this.requestUpdate(),
  });
  private seen = '';
  /** The step in which the cell was chosen, and the path of the step that shows it now. */
  private followed: { step: Step | undefined; path: string } = { step: undefined, path: '' };
  private readonly proof = new ProofController(this, () => [this.store, this.plain]);
  private readonly size = new SizeController(this);
  private readonly editor = this.makeEditor();

  protected readonly texts = { en, zh };

  constructor() {
    super();
    new PlaybackController(this, () => this.playback.pause());
  }

  /** What is shown first. */
  private get wished(): ParameterSource {
    return (this.parameters || (this.sentence ? 'random' : 'referent-emergent')) as ParameterSource;
  }

  protected override prepare(): void {
    this.editor.choice.prefetch(this.wished);
  }

  protected async begin(engine: AttentionPlayground): Promise<void> {
    const { editor, language, sentence } = this;
    const opening = await editor.begin(engine, this.wished, sentence);
    if (!opening) return;
    const { change, cell } = opening;
    const first = { ...change, tile: tileFor(cell), isCausal: false, seed: 1 };
    const options: TileOptions = { ...first, ...givenTo(this, first) };
    const { models } = editor.choice;
    const store = (this.store = tiledStore(options, language, models));
    const plain = (this.plain = plainStore(options, language, models));
    if (!(await startApart(engine, [store, plain], () => this.store !== store))) return;
    this.measure();
    const asked = this.goTo(this.step);
    if (!asked) this.go(Math.min(1, this.frames.length - 1));
    if (cell && !asked) this.look(cell);
    this.tell();
    if (sentence && sentence !== change.sentence) editor.write(sentence);
  }

  private get shown(): Shown<typeof SECTIONS> {
    return shownBy(this.only, SECTIONS);
  }

  protected override get choices(): Readonly<Record<string, string | number>> {
    const { parameters, sentence, store } = this;
    const [tileQueries = 0, tileKeys = 0] = store?.options.tile ?? [];
    return { parameters, sentence, tileQueries, tileKeys };
  }

  /** `difference`, the largest between the two ways in any number of the contexts, and `tolerance`, what rounding explains of it. */
  override get results(): Readonly<Record<string, Computed>> {
    const { maxDifference: difference, tolerance } = this.difference ?? {};
    return difference === undefined || tolerance === undefined ? {} : { difference, tolerance };
  }

  /** Shows the moment that a step belongs to; returns whether there is one. */
  private goTo(path: string): boolean {
    const frame = frameOf(this.frames, this.store?.step(path));
    if (frame !== undefined) this.go(frame);
    return frame !== undefined;
  }

  protected end(): void {
    this.playback.pause();
    this.editor.choice.end();
    this.store?.dispose();
    this.plain?.dispose();
    this.store = this.plain = undefined;
  }

  /** Reads what depends on the trace, after each new trace. */
  private measure(): void {
    const { store, plain } = this;
    if (!store?.trace || !plain?.trace) return;
    this.grid = gridOf(store);
    this.frames = framesOf(this.grid);
    this.difference = plain.trace.compare(store.trace).find(({ path }) => path === 'context');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { store, plain, language: lang, scheme } = this;
    if (!store || !plain) return;
    if (changed.has('sentence') || changed.has('parameters')) {
      this.editor.adopt(this.sentence, this.parameters);
    }
    for (const one of [store, plain]) one.matchPage(lang, scheme);
    const { step } = this;
    if (GIVEN.some((name) => changed.has(name))) this.takeGiven(store);
    if (changed.has('step') && step !== store.state.step) this.goTo(step);
    if (!this.shown.all && showsOthers(changed)) this.proof.forget();
    // An operand of the proof may be in another tile, which is then shown.
    // Before there are moments, the one that is asked for is not forgotten.
    if (store.state.step === this.seen || this.frames.length === 0) return;
    this.seen = this.step = store.state.step;
    this.at = frameOf(this.frames, store.current) ?? this.at;
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { store, plain, grid, difference, shown } = this;
    const frame = this.frames[this.at];
    if (!store || !plain || !frame || !difference) return nothing;
    const { head } = store.state;
    const view: View = {
      t,
      store,
      plain,
      grid,
      frame,
      slice: { batch: 0, head },
      room: roomBesideProof(this.size.width),
      measure: measureWith(lookOf(this, this.scheme)),
    };
    const { editor } = this;
    const { options } = store;
    return html`${renderControls(t, {
        store,
        editor,
        options,
        isPart: !shown.all,
        typed: this.onTyped,
        set: (patch) => this.set(patch),
        setHead: (next) => {
          store.updateView({ head: next });
          plain.updateView({ head: next });
        },
      })}
      ${renderBelow(store, editor, options, options.x ? '' : fill(t.untrained, { seed: options.seed }))}
      <div class="with-proof" @ap-use=${this.proof.onUse}>
        <div class="stage">
          ${shown.has('pass') ? this.renderPass(view) : nothing}
          ${shown.has('comparison') ? renderComparison(view, difference) : nothing}
          ${shown.has('memory') ? renderMemory(view) : nothing}
        </div>
        ${this.proof.render(this.whose(t), !shown.all)}
      </div>`;
  }

  private renderPass(view: View): TemplateResult {
    return html`${renderPass(view.t, {
        at: this.at,
        count: this.frames.length,
        playing: this.playback.playing,
        go: (to) => {
          this.playback.pause();
          this.go(to);
        },
        play: this.play,
      })}
      <p class="happening" aria-live="polite">${happening(view)}</p>
      <div class="scene">
        <div>${renderMap(view, this.onTile)}</div>
        ${renderRunning(view)}
      </div>`;
  }

  /** The name of the cell's part, as every tile has steps of the same names. */
  private whose(t: Texts): string {
    const { store } = this.proof;
    if (store && store === this.plain) return t.whosePlain;
    const [row, column] = store?.step(store.active?.path ?? '')?.scope.tile ?? [];
    if (row === undefined) return t.inTiles;
    const place = { row: row + 1, column: (column ?? 0) + 1 };
    return fill(column === undefined ? t.whoseRow : t.whoseTile, place);
  }

  /** Shows another moment of the pass: the corresponding cell of that tile is chosen. */
  private go(to: number): void {
    const { store } = this;
    const frame = this.frames[to];
    if (!store || !frame) return;
    const here = store.kept?.path ?? store.state.step;
    if (here !== this.followed.path) this.followed.step = store.step(here);
    const path = pathIn(store, frame, this.followed.step);
    store.goTo(path);
    this.seen = this.followed.path = this.step = path;
    this.at = to;
  }

  private readonly onTile = (row: number, column: number): void => {
    this.playback.pause();
    this.go(this.frames.findIndex((frame) => frame.row === row && frame.column === column));
  };

  /** Plays to the end once; starts from the beginning if it is at the end. */
  private readonly play = (on: boolean): void => {
    if (!on) return this.playback.pause();
    if (this.at === this.frames.length - 1) this.go(0);
    this.playback.play();
  };

  private readonly onTyped = (field: Field, text: string): void => {
    const { store, editor } = this;
    if (!store) return;
    if (field === 'sentence') return editor.write(text);
    const range = rangeOf(field, store.options);
    const value = wholeWithin(text, range);
    if (value === undefined) {
      const actual = text.slice(0, 40);
      const reason = (): string =>
        fill(this.t.wrongCount, { name: this.t[field], actual, ...range });
      return editor.refuse({ field, actual: text, text: reason });
    }
    const [queries, keys] = store.options.tile;
    if (field === 'seed') this.set({ seed: value });
    else this.set({ tile: field === 'tileQueries' ? [value, keys] : [queries, value] });
  };

  private set(patch: Partial<TileOptions>): void {
    const { store, editor } = this;
    if (!store) return;
    this.playback.pause();
    const { tile, tokens } = { ...store.options, ...patch };
    store.set({
      ...patch,
      ...(patch.tokens && { tile: tileWithin(tile, tokens) }),
      // Vectors are those of as many words.
      ...(patch.tokens && this.x && { x: readVectors(this.x, tokens.length) }),
    });
    const { problem } = store;
    editor.refused = problem && {
      field: '',
      actual: problem.actual,
      text: () => fill(this.t.failed, { actual: problem.actual }),
    };
    if (problem) this.tell();
    else this.followOptions();
  }

  /** Shows the tile that a weight belongs to, with the running sum of its query. */
  private look([head, query, key]: NonNullable<LayerOpening['cell']>): void {
    const { store, plain, grid } = this;
    const { row, column } = frameWith(grid, query, key);
    plain?.updateView({ head });
    this.onTile(row, column!);
    const [first] = grid.rows[row]!;
    store?.keep({ path: store.state.step, index: [0, head, query - first, 0] });
  }

  /** Attributes have changed: no change by the user, who has nothing to take back. */
  private takeGiven(store: PanelStore<TileOptions>): void {
    const asked = { x: undefined, fault: undefined, ...givenTo(this, store.options) };
    if (!isSame(asked, store.options) && store.retrace(asked)) this.followOptions();
  }

  /** Sets the properties to what is shown. */
  private tell(): void {
    const { sentence = '', parameters = '', tile } = this.store?.options ?? {};
    [this.sentence, this.parameters] = [sentence, parameters];
    if (tile) [this.tileQueries, this.tileKeys] = tile;
    this.requestUpdate();
  }

  private makeEditor(): LayerEditor {
    return new LayerEditor(this, SHIPPED, {
      options: () => this.store?.options,
      language: () => this.language,
      problems: () => this.t,
      take: (change) => this.set(change),
      look: (cell) => this.look(cell),
      tell: () => this.tell(),
    });
  }

  /** The layer without tiles, and what is read from both, follow the layer in tiles. */
  private readonly followOptions = (): void => {
    const { store, plain } = this;
    if (!store || !plain) return;
    this.editor.refused = undefined;
    this.tell();
    plain.retrace(store.options);
    this.measure();
    this.go(Math.min(this.at, this.frames.length - 1));
  };

  protected override get undoing(): Undoing {
    return jointUndo([this.store, this.plain], this.followOptions);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    slideTile(this.renderRoot);
  }
}

define('tiled-attention', TiledAttentionElement);

declare global {
  interface HTMLElementTagNameMap {
    'tiled-attention': TiledAttentionElement;
  }
}
