import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { remembered } from '../engine/module/remembered.js';
import type { Computed } from '../engine/types/computed.js';
import type {
  Explanation,
  Extent,
  Histogram,
  HistogramOptions,
  RowSummary,
  Step,
  Tensor,
  Trace,
} from '../engine/types/index.js';
import { dictionaryOf, type Dictionary } from '../i18n/index.js';
import type { Scheme } from '../styles/colour-scales.js';
import { axisNames } from './axes.js';
import { blocksOf, blockWith, type Block } from './blocks.js';
import { arePositions, cutsByView, originOf } from './operations.js';
import { hasCell, operandsOf, sameCells, type CellRef } from './cells.js';
import { followedByName, type FollowsAxes } from './followed.js';
import type { Notice, Problem } from './problem.js';
import { SignalRecord } from './record.js';
import { Recording } from './recording.js';
import { scopeKey } from './scopes.js';
import { stopOf, stopsOf, type Stop } from './stops.js';
import { attentionsOf, storyOf, type Chapter } from './story.js';
import type { ViewState, WeightsViewName } from './view-state.js';
import { joined } from './written.js';

const NO_CELLS: readonly CellRef[] = [];

/** Whose numbers a leaf has that are neither drawn nor trained: the user's, or word vectors of theirs or of an example. */
export type Origin = 'own' | 'vectors';

/**
 * The read-only part of a store; TraceStore adds the changes. Everything is read through signals: what an element or
 * an effect reads here is what it is told about.
 */
export abstract class TraceView<State extends ViewState = ViewState> implements FollowsAxes {
  /** The trace as it was asked for. */
  protected readonly made = new Recording();
  protected readonly record: SignalRecord<State>;
  protected readonly notes = signal<readonly Notice[]>([]);
  protected readonly refusal = signal<Problem | undefined>(undefined);
  protected readonly keptCell = signal<CellRef | undefined>(undefined);
  protected readonly previewedCell = signal<CellRef | undefined>(undefined);
  protected readonly isPlaying = signal(false);
  /** The operand that the user points at in the proof. It lights up in its matrix and nothing else changes. */
  readonly pointed = signal<CellRef | undefined>(undefined);
  private readonly pageScheme = signal<Scheme>('light');
  private readonly texts = signal(0);

  private readonly isBack = computed(() => this.current?.gradient !== undefined);
  private readonly forwardSteps = computed(() => this.steps.filter(({ gradient }) => !gradient));
  private readonly gradientSteps = computed(() => this.steps.filter(({ gradient }) => gradient));
  private readonly allStops = computed(() => stopsOf(this.walked, this.state.head));
  /** The attention that the guided walk goes through: that of the current step, or of the last one that belonged to one. */
  private attention = '';
  private readonly chapters = computed(() => {
    const steps = this.forwardSteps.value;
    const attentions = attentionsOf(steps);
    const key = this.current && scopeKey(this.current);
    if (key !== undefined && attentions.includes(key)) this.attention = key;
    else if (!attentions.includes(this.attention)) this.attention = attentions.at(-1) ?? '';
    return storyOf(steps, this.attention, this.state.head);
  });
  private readonly modelBlocks = computed(() => blocksOf(this.forwardSteps.value));
  private readonly gradientBlocks = computed(() => {
    const forward = new Map(this.forwardSteps.value.map((step) => [step.path, step]));
    return blocksOf(this.gradientSteps.value, (step) => forward.get(originOf(step)) ?? step);
  });
  /**
   * Where heads were cut by a view alone, by `scopeKey`, one a line: until they are joined again, a row of a head is no
   * token. A text, which stays the same where an edit makes new steps.
   */
  private readonly cutPlaces = computed(() =>
    this.forwardSteps.value.filter(cutsByView).map(scopeKey).join('\n'),
  );
  private readonly explained = computed(() => this.active && this.explain(this.active));
  private readonly operands = computed(() => operandsOf(this.explanation));
  private readonly hasEdits = computed(() => this.state.edits.length > 0);
  private readonly operandsByPath = remembered<ReadonlySignal<readonly CellRef[]>>();
  private readonly editedByPath = remembered<ReadonlySignal<readonly CellRef[]>>();
  private readonly activeByPath = remembered<ReadonlySignal<CellRef | undefined>>();
  private readonly pointedByPath = remembered<ReadonlySignal<CellRef | undefined>>();

  constructor(first: State) {
    this.record = new SignalRecord(first);
  }

  /** The trace that is shown. */
  protected get recording(): Recording {
    return this.made;
  }

  /** Each field tells its own readers when it changes. */
  get state(): Readonly<State> {
    return this.record.read;
  }

  /** The last good trace. */
  get trace(): Trace | undefined {
    return this.recording.trace;
  }

  /** Counts up whenever a number may have changed. */
  get version(): number {
    return this.recording.version;
  }

  get steps(): readonly Step[] {
    return this.recording.steps;
  }

  /** The steps of the pass that the current step belongs to: forward, or back from the loss. */
  get walked(): readonly Step[] {
    return (this.isBack.value ? this.gradientSteps : this.forwardSteps).value;
  }

  /** The stops of previous, next and play; Q, K and V are one stop with three lanes, see `lanesOf`. */
  get stops(): readonly Stop[] {
    return this.allStops.value;
  }

  /** The stops of a guided walk through one attention; none where the trace has no attention. */
  get story(): readonly Chapter[] {
    return this.chapters.value;
  }

  /** The stop of the guided walk that the current step belongs to. */
  get chapter(): Chapter | undefined {
    const { current } = this;
    return current && this.story.find(({ steps }) => steps.includes(current));
  }

  /** That stop if the current step is what it tells of, or a lane of that; another step of a stop speaks for itself. */
  get told(): Chapter | undefined {
    const { chapter, current } = this;
    const lanes = chapter && (stopOf(this.stops, chapter.shown) ?? [chapter.shown]);
    return current && lanes?.includes(current) ? chapter : undefined;
  }

  /** Whether a person is led through the story, one stop at a time. */
  get isGuided(): boolean {
    return false;
  }

  /** How weights are drawn. A newcomer sees words and lines between them first. */
  get weightsView(): WeightsViewName {
    const { weightsView } = this.state;
    if (weightsView !== 'auto') return weightsView;
    return this.isGuided ? 'heads' : 'matrix';
  }

  /** Whether there are so many steps that they are grouped by block. */
  get walksByBlock(): boolean {
    return false;
  }

  /** The steps in groups, in order: an attention, the steps around it, a feed-forward network. */
  get blocks(): readonly Block[] {
    return this.isBack.value ? this.gradientBlocks.value : this.forwardBlocks;
  }

  /** The stops of a block of either pass, by which the walk counts; parameters are none. */
  stopsIn({ steps }: Block): readonly Stop[] {
    const pass = steps[0]?.gradient ? this.gradientSteps : this.forwardSteps;
    const stops = stopsOf(pass.value, this.state.head);
    return stops.filter(([first]) => steps.includes(first!));
  }

  /** The block of a step, of whichever pass it is. */
  blockOf({ path, gradient }: Pick<Step, 'path' | 'gradient'>): Block | undefined {
    return blockWith(gradient ? this.gradientBlocks.value : this.forwardBlocks, path);
  }

  /** The same of the forward pass, wherever the walk is: what the map shows. */
  get forwardBlocks(): readonly Block[] {
    return this.modelBlocks.value;
  }

  get current(): Step | undefined {
    return this.step(this.state.step);
  }

  /** The cell under the pointer. */
  get previewed(): CellRef | undefined {
    return this.previewedCell.value;
  }

  /** The cell chosen by a click. */
  get kept(): CellRef | undefined {
    return this.keptCell.value;
  }

  get active(): CellRef | undefined {
    return this.previewed ?? this.kept;
  }

  /** How the active cell was computed. */
  get explanation(): Explanation | undefined {
    return this.explained.value;
  }

  get problem(): Problem | undefined {
    return this.refusal.value;
  }

  get notices(): readonly Notice[] {
    return this.notes.value;
  }

  /** Whether the page is light or dark, for canvases; styles adapt by themselves. */
  get scheme(): Scheme {
    return this.pageScheme.value;
  }

  set scheme(scheme: Scheme) {
    this.pageScheme.value = scheme;
  }

  get playing(): boolean {
    return this.isPlaying.value;
  }

  /** The texts of the page's language. */
  get t(): Dictionary {
    void this.texts.value;
    return dictionaryOf(this.state.lang);
  }

  step(path: string): Step | undefined {
    return this.recording.step(path);
  }

  /** The active cell if it belongs to this step. Only a change in this step is told. */
  activeIn(path: string): CellRef | undefined {
    return this.activeByPath(path, () => within(path, () => this.active)).value;
  }

  /** The operand that the user points at if it belongs to this step. Only a change in this step is told. */
  pointedIn(path: string): CellRef | undefined {
    return this.pointedByPath(path, () => within(path, () => this.pointed.value)).value;
  }

  /** The operands of the active cell that belong to this step. Only a change in this step is told. */
  operandsIn(path: string): readonly CellRef[] {
    return this.operandsByPath(path, () => steady(() => this.operands.value.get(path) ?? NO_CELLS))
      .value;
  }

  /** The cells of this step that were edited. Only a change in this step is told. */
  editedIn(path: string): readonly CellRef[] {
    return this.editedByPath(path, () =>
      steady(() => this.state.edits.filter((edit) => edit.path === path)),
    ).value;
  }

  /** The same step in all heads if each head has its own steps; otherwise only itself. */
  headSiblings(step: Step): readonly Step[] {
    return this.recording.headSiblings(step);
  }

  /** Read-only: readers share it until an edit changes it. */
  tensor(path: string): Tensor {
    return this.recording.tensor(path);
  }

  /** The common extent of some steps' numbers. */
  extent(...paths: string[]): Extent {
    return this.recording.read(paths, (trace) => trace.extent(paths));
  }

  /** The number whose gradients the trace has; undefined if it has none. */
  get loss(): Computed | undefined {
    return this.recording.loss;
  }

  histogram(path: string, options: HistogramOptions): Histogram {
    return this.recording.read([path], (trace) => trace.histogram(path, options));
  }

  /** Sums, means and deviations of a step's rows along its last axis, or along another: −2 for its columns. */
  rows(path: string, axis?: number): RowSummary {
    return this.recording.read([path], (trace) => trace.rows(path, axis));
  }

  /** The rank of a cell among those that differ from it only along `axes`. */
  rank({ path, index }: CellRef, axes: readonly number[]): Computed {
    return this.recording.read([path], (trace) => trace.rank(path, index, axes));
  }

  /** The tensor without edits; only if there are edits that change it. */
  baseline(path: string): Tensor | undefined {
    const baseline = this.recording.baseline(path);
    return baseline && this.hasEdits.value ? baseline : undefined;
  }

  /** How a cell was computed. */
  explain(cell: CellRef): Explanation | undefined {
    return this.recording.explain(cell);
  }

  /** Labels along an axis of a step, words that are read among them; undefined if plain numbers are best. */
  labels(step: Step, axis: number, batch: number): string[] | undefined {
    if (axisNames(step)[axis] !== 'head') {
      const isCut =
        step.axes.includes('head') &&
        this.cutPlaces.value.split('\n').includes(scopeKey({ scope: step.scope }));
      return isCut ? undefined : this.recording.labels(step, axis, batch);
    }
    return Array.from({ length: step.shape[axis]! }, (_, head) => this.headName(head));
  }

  /** What places along an axis are called: by their labels, and in a decoder by what is written there, too. */
  namesAlong(step: Step, axis: number, batch: number, of = this.recording): string[] | undefined {
    const own = this.labels(step, axis, batch);
    // A row that the fault cut is no token; the right one is.
    const read = of === this.recording ? own : (of.labels(step, axis, batch) ?? own);
    const written = of.written(step, axis, batch);
    return written.length === 0 ? read : read?.map((word, at) => joined(word, written[at]));
  }

  /** What a decoder writes at each place of an axis; '' or none for nothing. */
  written(step: Step, axis: number, batch: number): readonly string[] {
    return this.recording.written(step, axis, batch);
  }

  /** `Head 3` for 2. */
  headName(head: number): string {
    return this.t.ui.head.replace('{n}', String(head + 1));
  }

  /** Whether a step is random or computed from random numbers. */
  isUntrained(step: Step): boolean {
    return this.recording.isUntrained(step);
  }

  /** Whose a leaf's numbers are, if somebody has given them in place of others. */
  ownOrigin(_step: Step): Origin | undefined {
    return undefined;
  }

  /** The part that a step belongs to, such as a worker or a tile, if several have equal steps; else ''. */
  partName(_step: Step): string {
    return '';
  }

  /** The tokens that a step's numbers stand for: of the sentence, of the table that ids are looked up in, or of the outputs. */
  tokensOf(step: Step, batch: number): readonly string[] {
    if (arePositions(step)) return this.labels(step, step.shape.length - 1, batch) ?? [];
    const steps = this.forwardSteps.value;
    const lookup = steps.find(({ op, inputs }) => op === 'embedding' && inputs[0] === step.path);
    const table = lookup
      ? this.step(lookup.inputs[1]!)
      : steps.filter(({ axes }) => axes.includes('vocabulary')).at(-1);
    return (table && this.labels(table, table.axes.indexOf('vocabulary'), 0)) ?? [];
  }

  headsAround(step: Step): number {
    return this.recording.headsAround(step);
  }

  follows(step: Step, axis: number): string | undefined {
    return followedByName(step, axis);
  }

  /** Has all texts and numbers read again, as after more texts were loaded. */
  refresh(): void {
    this.texts.value = this.texts.peek() + 1;
    this.recording.refreshAll();
  }

  protected has(cell: CellRef): boolean {
    return hasCell(this.step(cell.path), cell.index);
  }
}

/** Tells only of other cells, not of other lists of the same cells. */
function steady(read: () => readonly CellRef[]): ReadonlySignal<readonly CellRef[]> {
  let before = NO_CELLS;
  return computed(() => {
    const cells = read();
    if (!sameCells(before, cells)) before = cells;
    return before;
  });
}

function within(
  path: string,
  read: () => CellRef | undefined,
): ReadonlySignal<CellRef | undefined> {
  return computed(() => {
    const cell = read();
    return cell?.path === path ? cell : undefined;
  });
}
