import { batch, signal, type Signal } from '@preact/signals-core';
import type { AttentionPlayground, Edit, Step, Trace } from '../engine/types/index.js';
import type { Dictionary, Language, StepText } from '../i18n/index.js';
import { nextTask } from '../kit/element/turns.js';
import { vocabulary } from '../text/index.js';
import { mostPlaces } from '../trace/followed.js';
import { problemOf, type Problem } from '../trace/problem.js';
import { TraceStore } from '../trace/store.js';
import { FIRST_VIEW, type ViewState } from '../trace/view-state.js';
import { wordLabels, type Labels, type Tokens } from '../trace/word-labels.js';

/** What a panel shows: how it makes its trace from its options, and which step is open first. */
export interface PanelTrace<Options> {
  make(engine: AttentionPlayground, options: Options): Trace;
  /** The sentences that it runs over; if steps differ in this, a function that labels the places of each. */
  tokens(options: Options): Tokens | Labels;
  first: { step: string; cell?: number[] };
  /** The seed, if numbers are drawn at random. */
  seed?(options: Options): number;
  /** Texts of the kinds of step that only its traces have. */
  steps?: Record<Language, Readonly<Record<string, StepText>>>;
  /** The part that a step belongs to, if several parts have steps of the same kinds. */
  part?(step: Step, options: Options, lang: Language): string;
  /** The words that an axis follows from step to step, if not given by its name; undefined = by name. */
  follows?(step: Step, axis: number): string | undefined;
}

/** What undo restores in a panel. */
interface Undoable<Options> {
  options: Options;
  edits: readonly Edit[];
}

/** The store of a panel that holds a trace of its own. */
export class PanelStore<Options extends object> extends TraceStore<ViewState, Undoable<Options>> {
  private engine: AttentionPlayground | undefined;
  private readonly chosen: Signal<Options>;
  private named: { of: Dictionary; lang: Language; texts: Dictionary } | undefined;

  constructor(
    private readonly panel: PanelTrace<Options>,
    first: Options,
    lang: Language = 'en',
  ) {
    const { step, cell = null } = panel.first;
    super({ ...FIRST_VIEW, step, cell, lang });
    this.chosen = signal(first);
  }

  /** The options of the current trace: the last that the engine accepted. */
  get options(): Readonly<Options> {
    return this.chosen.value;
  }

  /** With the texts of its own steps. */
  override get t(): Dictionary {
    const of = super.t;
    const { lang } = this.state;
    const own = this.panel.steps?.[lang];
    if (!own) return of;
    if (this.named?.of !== of || this.named.lang !== lang) {
      this.named = { of, lang, texts: { ...of, steps: { ...of.steps, ...own } } };
    }
    return this.named.texts;
  }

  count(): { batches: number; heads: number } {
    return mostPlaces(this.steps);
  }

  override follows(step: Step, axis: number): string | undefined {
    return this.panel.follows?.(step, axis) ?? super.follows(step, axis);
  }

  override partName(step: Step): string {
    return this.panel.part?.(step, this.options, this.state.lang) ?? '';
  }

  /** Makes the first trace once the engine is loaded, and shows the sentence and head of the chosen cell. */
  start(engine: AttentionPlayground): void {
    this.engine = engine;
    this.retrace({});
    const { kept } = this;
    if (this.trace && kept) this.keep(kept);
  }

  /** Makes a new trace. If the engine refuses, that becomes a problem and the last good trace stays. */
  set(patch: Partial<Options>): void {
    const before = this.undoable();
    if (this.retrace(patch)) this.session.history.note(before, Object.keys(patch).join());
  }

  /** The same, as no change by the user: undo skips it. Returns whether the engine accepted. */
  retrace(patch: Partial<Options>): boolean {
    const options = { ...this.chosen.peek(), ...patch };
    if (this.engine) return this.attempt(options, this.record.now.edits) === undefined;
    this.chosen.value = options;
    return false;
  }

  /** What is set of it later makes no trace any more. */
  override dispose(): void {
    this.engine = undefined;
    super.dispose();
  }

  protected undoable(): Undoable<Options> {
    return { options: this.chosen.peek(), edits: this.record.now.edits };
  }

  protected restore({ options, edits }: Undoable<Options>): Problem | undefined {
    return this.attempt(options, edits);
  }

  private attempt(options: Options, edits: readonly Edit[]): Problem | undefined {
    return batch(() => {
      const problem = this.makeTrace(options, edits);
      if (problem) this.report(problem);
      return problem;
    });
  }

  private makeTrace(options: Options, edits: readonly Edit[]): Problem | undefined {
    const { engine } = this;
    if (!engine) return undefined;
    let dropped;
    try {
      const labels = labelsOf(this.panel.tokens(options));
      const trace = this.panel.make(engine, options);
      dropped = this.recording.replace(trace, edits, labels);
    } catch (error) {
      return problemOf(error);
    }
    this.report(undefined);
    this.chosen.value = options;
    const seed = this.panel.seed?.(options) ?? FIRST_VIEW.seed;
    const { now } = this.record;
    this.take(now, { ...now, seed, edits: this.recording.edits() });
    if (dropped > 0) this.say({ code: 'editsDropped', values: { n: dropped } });
    return undefined;
  }
}

/**
 * Makes the first trace of each store in a task of its own: together they would hold the page up. Resolves to whether all
 * are made, and not `isOver` meanwhile, as the panel was removed.
 */
export async function startApart(
  engine: AttentionPlayground,
  stores: readonly { start(engine: AttentionPlayground): void }[],
  isOver: () => boolean,
): Promise<boolean> {
  for (const store of stores) {
    store.start(engine);
    await nextTask();
    if (isOver()) return false;
  }
  return true;
}

function labelsOf(given: Tokens | Labels): Labels {
  if (typeof given === 'function') return given;
  return wordLabels(given, vocabulary(given.sentences, given.memory));
}
