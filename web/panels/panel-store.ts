import type { AttentionPlayground, Step, Trace } from '../engine/types.js';
import type { Language } from '../i18n/index.js';
import { vocabulary } from '../text/index.js';
import { mostPlaces } from '../trace/places.js';
import { problemOf } from '../trace/problem.js';
import { TraceStore } from '../trace/store.js';
import { FIRST_VIEW } from '../trace/view-state.js';
import { wordLabels, type Labels, type Tokens } from '../trace/word-labels.js';

/** What a panel shows: how it makes its trace from its options, and which step is open first. */
export interface Panel<Options> {
  make(engine: AttentionPlayground, options: Options): Trace;
  /** The sentences that it runs over; if steps differ in this, a function that labels the places of each. */
  tokens(options: Options): Tokens | Labels;
  first: { step: string; cell?: number[] };
  /** The seed, if numbers are drawn at random. */
  seed?(options: Options): number;
  /** The part that a step belongs to, if several parts have steps of the same kinds. */
  part?(step: Step, options: Options, lang: Language): string;
  /** The words that an axis follows from step to step, if not given by its name; undefined = by name. */
  follows?(step: Step, axis: number): string | undefined;
}

/** The store of a panel that holds a trace of its own. */
export class PanelStore<Options extends object> extends TraceStore {
  private engine: AttentionPlayground | undefined;

  constructor(
    private readonly panel: Panel<Options>,
    private chosen: Options,
    lang: Language = 'en',
  ) {
    const { step, cell = null } = panel.first;
    super({ ...FIRST_VIEW, step, cell, lang });
  }

  /** The options of the current trace: the last that the engine accepted. */
  get options(): Readonly<Options> {
    return this.chosen;
  }

  count(): { batches: number; heads: number } {
    return mostPlaces(this.steps);
  }

  override follows(step: Step, axis: number): string | undefined {
    return this.panel.follows?.(step, axis) ?? super.follows(step, axis);
  }

  override partName(step: Step): string {
    return this.panel.part?.(step, this.chosen, this.own.lang) ?? '';
  }

  /** Makes the first trace once the engine is loaded, and shows the sentence and head of the chosen cell. */
  start(engine: AttentionPlayground): void {
    this.engine = engine;
    this.attempt(engine, this.chosen);
    if (this.trace && this.kept) this.keep(this.kept);
  }

  /** Makes a new trace. If the engine refuses, that becomes a problem and the last good trace stays. */
  set(patch: Partial<Options>): void {
    const options = { ...this.chosen, ...patch };
    if (this.engine) this.attempt(this.engine, options);
    else this.chosen = options;
  }

  private attempt(engine: AttentionPlayground, options: Options): void {
    this.report(undefined);
    let dropped;
    try {
      const labels = labelsOf(this.panel.tokens(options));
      const trace = this.panel.make(engine, options);
      dropped = this.keeper.replace(trace, this.own.edits, labels);
    } catch (error) {
      return this.report(problemOf(error));
    }
    this.chosen = options;
    const seed = this.panel.seed?.(options) ?? FIRST_VIEW.seed;
    this.take(this.own, { ...this.own, seed, edits: this.keeper.edits() });
    if (dropped > 0) this.said.push({ code: 'editsDropped', values: { n: dropped } });
  }
}

function labelsOf(given: Tokens | Labels): Labels {
  if (typeof given === 'function') return given;
  return wordLabels(given, vocabulary(given.sentences, given.memory));
}
