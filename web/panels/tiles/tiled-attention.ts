import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttentionPlayground, Difference, Step } from '../../engine/types.js';
import { fill } from '../../i18n/fill.js';
import '../../i18n/panel-steps.js';
import { define } from '../../kit/define.js';
import type { Refused } from '../../kit/inputs.js';
import '../../kit/more-formulas.js';
import { wholeWithin } from '../../kit/number-field.js';
import { PlaybackController } from '../../kit/playback-controller.js';
import { SizeController } from '../../kit/size.js';
import type { Undoing } from '../../kit/undo-keys.js';
import { jointUndo } from '../../trace/joint-undo.js';
import { lookOf, measureWith } from '../../kit/look.js';
import { tiny } from '../../trace/numbers.js';
import { Playback } from '../../trace/playback.js';
import { startApart, type PanelStore } from '../panel-store.js';
import { Panel } from '../panel.js';
import { ProofPlace, roomBesideProof } from '../proof-place.js';
import { MOST_TOKENS, readSentence, startWith } from '../sentence.js';
import { rangeOf, renderControls, type Field } from './controls.js';
import { frameOf, framesOf, gridOf, pathIn, type Frame, type Grid } from './frames.js';
import { renderMap } from './map.js';
import { renderMemory } from './memory.js';
import { slideTile } from './motion.js';
import { renderPass } from './pass.js';
import { happening, renderRunning } from './running.js';
import { styles } from './styles.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';
import { plainStore, tiledStore, type TileOptions } from './tile-store.js';
import { renderGrid, type View } from './view.js';

const PLAY_MS = 2000;

/**
 * Attention tile by tile, with a running maximum and sum (Milakov & Gimelshein 2018; Dao et al. 2022), beside the same
 * layer computed with all of its scores at once.
 */
export class TiledAttentionElement extends Panel<Texts> {
  static override styles = [Panel.styles, styles];

  /** The initial sentence: at most 16 words. */
  @property() sentence = '';

  /** @internal The layer in tiles. */
  @state() store: PanelStore<TileOptions> | undefined;
  @state() private plain: PanelStore<TileOptions> | undefined;
  @state() private at = 0;
  @state() private refused: Refused | undefined;
  private difference: Difference | undefined;
  private grid: Grid = { rows: [], columns: [], hidden: [] };
  private frames: Frame[] = [];
  private readonly playback = new Playback({
    interval: PLAY_MS,
    advance: () => {
      this.go(this.at + 1);
      return this.at < this.frames.length - 1;
    },
    changed: () => this.requestUpdate(),
  });
  private seen = '';
  /** The step in which the cell was chosen, and the path of the step that shows it now. */
  private followed: { step: Step | undefined; path: string } = { step: undefined, path: '' };
  private readonly proof = new ProofPlace(this, () => [this.store, this.plain]);
  private readonly size = new SizeController(this);

  protected readonly texts = { en, zh };

  constructor() {
    super();
    new PlaybackController(this, () => this.playback.pause());
  }

  protected override prepare(): void {
    startWith(this.sentence, this.language);
  }

  protected async begin(engine: AttentionPlayground): Promise<void> {
    const { language } = this;
    const { text, tokens } = startWith(this.sentence, language);
    this.sentence = text;
    const tile = [Math.min(2, tokens.length), Math.min(3, tokens.length)] as const;
    const options: TileOptions = { sentence: text, tokens, tile, isCausal: false, seed: 1 };
    const store = (this.store = tiledStore(options, language));
    const plain = (this.plain = plainStore(options, language));
    if (!(await startApart(engine, [store, plain], () => this.store !== store))) return;
    this.measure();
    this.go(Math.min(1, this.frames.length - 1));
  }

  protected end(): void {
    this.playback.pause();
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
    if (changed.has('sentence') && this.sentence !== store.options.sentence) {
      this.onTyped('sentence', this.sentence);
    }
    for (const one of [store, plain]) {
      if (one.state.lang !== lang) one.updateView({ lang });
      one.scheme = scheme;
    }
    // An operand of the proof may be in another tile, which is then shown.
    if (store.state.step === this.seen) return;
    this.seen = store.state.step;
    this.at = frameOf(this.frames, store.current) ?? this.at;
  }

  protected renderPanel(t: Texts): TemplateResult | typeof nothing {
    const { store, plain, grid, difference } = this;
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
    return html`${renderControls(t, {
        options: store.options,
        sentence: store.options.sentence,
        head,
        refused: this.refused,
        typed: this.onTyped,
        setCausal: (isCausal) => this.set({ isCausal }),
        setHead: (next) => {
          store.updateView({ head: next });
          plain.updateView({ head: next });
        },
      })}
      <div class="with-proof" @ap-use=${this.proof.onUse}>
        <div class="stage">
          ${renderPass(t, {
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
          </div>
          ${this.renderComparison(view, difference)} ${renderMemory(view)}
          <p class="untrained">${fill(t.untrained, { seed: store.options.seed })}</p>
        </div>
        ${this.proof.render(this.whose(t))}
      </div>`;
  }

  private renderComparison(view: View, { maxDifference, tolerance }: Difference): TemplateResult {
    const { t, plain } = view;
    const text = maxDifference === 0 ? t.equal : maxDifference <= tolerance ? t.compare : t.apart;
    const values = { difference: tiny(maxDifference), tolerance: tiny(tolerance) };
    return html`<section class="comparison">
      <h2>${t.compareTitle}</h2>
      <p data-difference=${maxDifference} data-tolerance=${tolerance}>${fill(text, values)}</p>
      <div class="pair">
        ${renderGrid(view, 'context', t.inTiles)}
        ${renderGrid(view, 'context', t.plain, { of: plain })}
      </div>
    </section>`;
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
    this.seen = this.followed.path = path;
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
    const { store, t } = this;
    if (!store) return;
    const refuse = (why: string): void => void (this.refused = { field, actual: text, text: why });
    if (field === 'sentence') {
      const tokens = readSentence(text);
      if (typeof tokens === 'string') return refuse(fill(t[tokens], { most: MOST_TOKENS }));
      const [queries, keys] = store.options.tile;
      const { length } = tokens;
      this.sentence = text;
      return this.set({
        sentence: text,
        tokens,
        tile: [Math.min(queries, length), Math.min(keys, length)],
      });
    }
    const range = rangeOf(field, store.options);
    const value = wholeWithin(text, range);
    if (value === undefined) {
      const actual = text.slice(0, 40);
      return refuse(fill(t.wrongCount, { name: t[field], actual, ...range }));
    }
    const [queries, keys] = store.options.tile;
    if (field === 'seed') this.set({ seed: value });
    else this.set({ tile: field === 'tileQueries' ? [value, keys] : [queries, value] });
  };

  private set(patch: Partial<TileOptions>): void {
    const { store, t } = this;
    if (!store) return;
    this.playback.pause();
    store.set(patch);
    const { problem } = store;
    this.refused = problem && {
      field: '',
      actual: problem.actual,
      text: fill(t.failed, { actual: problem.actual }),
    };
    if (!problem) this.followOptions();
  }

  /** The layer without tiles, and what is read from both, follow the layer in tiles. */
  private readonly followOptions = (): void => {
    const { store, plain } = this;
    if (!store || !plain) return;
    this.sentence = store.options.sentence;
    plain.retrace(store.options);
    this.measure();
    this.go(Math.min(this.at, this.frames.length - 1));
  };

  protected override get undoing(): Undoing {
    return jointUndo([this.store, this.plain], this.followOptions);
  }

  protected override updated(): void {
    slideTile(this.renderRoot);
  }
}

define('tiled-attention', TiledAttentionElement);

declare global {
  interface HTMLElementTagNameMap {
    'tiled-attention': TiledAttentionElement;
  }
}
