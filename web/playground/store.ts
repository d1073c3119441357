import { batch, signal } from '@preact/signals-core';
import type { AttentionPlayground } from '../engine/types/index.js';
import type { Step, Tensor } from '../engine/types/index.js';
import type { Learned } from '../learned/learned.js';
import { FaultPair } from '../trace/fault.js';
import type { timeToRead } from '../trace/narration.js';
import { problemOf, type Notice, type Problem } from '../trace/problem.js';
import type { Recording } from '../trace/recording.js';
import { findStep } from '../trace/stops.js';
import { TraceStore, type Comparison, type WayBack } from '../trace/store.js';
import type { Origin } from '../trace/view.js';
import { transformerFollows } from '../trace/transformer-labels.js';
import type { ViewPatch } from '../trace/view-state.js';
import type { Tokens } from '../trace/word-labels.js';
import { ChosenWords } from './chosen-words.js';
import type { Preset } from './examples/presets.js';
import { firstPair, firstVisit, openingOf, plainVisit, translated } from './first-visit.js';
import { adjusted, opened, openedOn } from './learned/adjusted.js';
import { askedCell } from './learned/asked.js';
import { Latest } from '../kit/loading/latest.js';
import type { ParameterSource } from '../learned/names.js';
import { LearnedModels } from '../parts/learned/models.js';
import { canBeOwn, madeOwn, ownOrigin } from './own-numbers.js';
import { repair, type Raw, type Repaired } from './repair.js';
import { LIMITS } from './settings/limits.js';
import { ShownTraces } from './shown-traces.js';
import { prepare, seesPadding, type Prepared } from './state-changes.js';
import {
  changesTrace,
  changesUndoable,
  DEFAULTS,
  FRESH,
  isTransformer,
  isWork,
  pageOf,
  undoable,
  type Patch,
  type PlaygroundState,
} from './state.js';
import { choosesKept } from './settings/engine-options.js';
import { Way } from './way-back.js';
import { tokensOf, unknownWords, typedTokens, type UnknownWord } from './words-read.js';

export type { CellRef, Notice, Problem } from '../trace/store.js';
export type { Patch, PlaygroundState } from './state.js';

/** What the playground's parts share: the state, its trace, and the only way to change either. */
export class PlaygroundStore extends TraceStore<PlaygroundState, Patch> {
  private engine: AttentionPlayground | undefined;
  /** Settings that the page refused: fields show them until they fit or are undone. */
  private readonly refused = signal<Patch>({});
  private readonly traces: ShownTraces;
  private readonly way: Way = new Way(this, (steps) =>
    this.traces.descend(this.engine!, this.record.now, steps),
  );
  /** The model that was chosen: settles when it is shown. */
  coming: Promise<void> = Promise.resolve();
  /** Models that were chosen: whatever is done after a choice takes its place. */
  private readonly choices = new Latest();
  private readonly isFetching = signal(false);
  /** Milliseconds to read what is said of a stop: it comes with the guide that says it. */
  timeToRead: typeof timeToRead | undefined;
  /** How many examples were shown so far. */
  examplesShown = 0;
  private readonly chosen: ChosenWords = new ChosenWords(this);

  constructor(readonly models = new LearnedModels()) {
    super(DEFAULTS);
    this.traces = new ShownTraces(this.made, models);
  }

  private get pair(): FaultPair {
    return this.traces.pair;
  }

  /** The state with the refused settings: the last that the user submitted, as fields show it. */
  get submitted(): Readonly<PlaygroundState> {
    return { ...this.state, ...this.refused.value };
  }

  override get canUndo(): boolean {
    return super.canUndo || Object.keys(this.refused.value).length > 0;
  }

  /** The tokens of the current trace: those that are read. */
  get tokens(): Tokens {
    return this.trace ? this.traces.tokens : tokensOf(this.state);
  }

  override get notices(): readonly Notice[] {
    const notices = [...super.notices];
    if (this.isFetching.value) notices.push({ code: 'fetchingModel', values: {} });
    const sees = this.trace && seesPadding(this.state, this.traces.tokens);
    if (sees) notices.push({ code: 'paddingVisible', values: {} });
    const unread = this.trace ? this.unknownWords : [];
    if (unread.length > 0) {
      const words = [...new Set(unread.map(({ word }) => word))].join(', ');
      notices.push({ code: 'wordsUnread', values: { words } });
    }
    return notices;
  }

  override get wayBack(): WayBack {
    return this.way;
  }

  override get comparison(): Comparison | undefined {
    // The other matrices need not allow the same fault, and have not learned the same.
    const learned = this.state.downhill.length > 0;
    if (isTransformer(this.state) || this.fault || learned) return undefined;
    const { heads, training, dropoutP } = this.state;
    const dropsOut = training && dropoutP > 0 && !choosesKept(this.state);
    return {
      heads,
      dropsOut,
      make: () => this.engine && this.trace && this.traces.other(this.engine, this.record.now),
    };
  }

  override get fault(): FaultPair | undefined {
    return this.pair.name ? this.pair : undefined;
  }

  protected override get recording(): Recording {
    return this.pair.showsRight ? this.pair.right : this.made;
  }

  override get isGuided(): boolean {
    return this.state.mode !== 'workbench';
  }

  /** A sentence is read before the next one. */
  protected override get playInterval(): number {
    const { told } = this;
    if (!this.isGuided || !told || !this.timeToRead) return super.playInterval;
    return this.timeToRead(this, told);
  }

  override get walksByBlock(): boolean {
    return isTransformer(this.state);
  }

  override follows(step: Step, axis: number): string | undefined {
    const own = isTransformer(this.state) ? transformerFollows(step, axis) : undefined;
    return own ?? super.follows(step, axis);
  }

  count(state: PlaygroundState): { batches: number; heads: number } {
    return { batches: state.sentences.length, heads: state.heads };
  }

  /** The trained model whose parameters are shown; undefined if they are random. */
  get learned(): Learned | undefined {
    return this.models.of(this.state.parameters);
  }

  /** The tokens with the words that a trained model does not know. */
  get typed(): Tokens {
    return typedTokens(this.state, this.learned);
  }

  /** Those words. */
  get unknownWords(): readonly UnknownWord[] {
    return unknownWords(this.state, this.learned);
  }

  /** Those of what was submitted, of which it may know no word at all. */
  get submittedUnknown(): readonly UnknownWord[] {
    return unknownWords(this.submitted, this.submittedModel);
  }

  /** The trained model of what was submitted. */
  get submittedModel(): Learned | undefined {
    return this.models.of(this.submitted.parameters);
  }

  /** Begins as for a first visit, unless something was asked for. */
  openFirstVisit(): void {
    const { now } = this.record;
    const { lang } = now;
    const plain = plainVisit(lang);
    const asked = (Object.keys(FRESH) as (keyof PlaygroundState)[]).filter(
      (name) => JSON.stringify(now[name]) !== JSON.stringify(plain[name]),
    );
    if (asked.length === 0) this.take(now, { ...firstVisit(lang), ...pageOf(now) });
  }

  /**
   * Makes the first trace once the engine is loaded, from the defaults if the state is refused; with random parameters if the
   * trained ones are `missing`.
   */
  start(engine: AttentionPlayground, missing?: Problem): void {
    this.engine = engine;
    const { now } = this.record;
    const { step, lang } = now;
    batch(() => {
      const wished: Patch = missing ? { parameters: 'random' } : {};
      const problem = this.attempt(prepare(this.record.now, wished, this.models), true);
      this.sayUnknown(step);
      if (problem) {
        const plain = { ...plainVisit(lang), ...pageOf(now) };
        this.attempt(prepare(this.record.now, plain, this.models), true);
      }
      if (missing ?? problem) this.refusal.value = missing ?? problem;
      this.keepAsked();
    });
  }

  /** The trained model is there, or is fetched, after which the change is made. */
  private whenThere(parameters: ParameterSource, change: () => void): void {
    const { engine, models } = this;
    this.takeBackChoice();
    if (!engine || !models.lacks(parameters)) return change();
    const counts = this.choices.request();
    this.isFetching.value = true;
    this.coming = models.load(engine, parameters).then((problem) => {
      if (!counts()) return;
      this.isFetching.value = false;
      if (problem) this.report(problem);
      else change();
    });
  }

  /** What was chosen and is still being fetched is not shown any more. */
  private takeBackChoice(): void {
    this.choices.cancel();
    this.coming = Promise.resolve();
    this.isFetching.value = false;
  }

  /** Applies a change by the user. If it is refused, that becomes a problem and the last good state stays. */
  update(changes: Patch): void {
    if (isWork(changes)) this.whenThere(changes.parameters ?? 'random', () => this.apply(changes));
    else this.apply(changes);
  }

  private apply(changes: Patch): void {
    const before = this.record.now;
    const { lang } = changes;
    const translation = lang ? { ...translated(this.submitted, lang), ...changes } : changes;
    const patch = adjusted(this.submitted, translation, this.models);
    const refused = this.refused.peek();
    batch(() => {
      this.notes.value = [];
      let problem = this.attempt(prepare(before, { ...refused, ...patch }, this.models));
      if (!problem) this.refused.value = {};
      else {
        const alone =
          Object.keys(refused).length > 0
            ? this.attempt(prepare(before, patch, this.models))
            : problem;
        this.refused.value = alone ? { ...refused, ...patch } : without(refused, patch);
        problem = alone ?? problem;
      }
      this.refusal.value = problem;
      const dropped = patch.parameters !== changes.parameters;
      if (dropped && !problem) this.say({ code: 'parametersDropped', values: {} });
    });
    const after = this.record.now;
    const speaks = Object.keys(changes).join() === 'lang';
    if (speaks || !changesUndoable(before, after)) return;
    // Each step downhill is a change by itself, however fast they follow.
    this.session.history.note(undoable(before), patch.downhill ? '' : Object.keys(patch).join());
  }

  override updateView(patch: ViewPatch): void {
    this.update(patch);
  }

  /** How often a whole state was opened: what is shown then is no change of what was before. */
  opened = 0;

  /**
   * Takes unchecked values, from an address, attributes or a saved state, and reports what it had to change. What they leave
   * out is that of `whole`, or stays as it is.
   */
  adopt(raw: Raw, whole?: PlaygroundState): void {
    if (whole) this.opened += 1;
    const base = whole ?? this.record.now;
    const { patch: given, changed } = repair(raw, base);
    const patch = given.parameters === undefined ? adjusted(base, given, this.models) : given;
    const { parameters = base.parameters } = patch;
    const opening =
      parameters === 'random' || parameters === base.parameters
        ? {}
        : openedOn({ ...base, ...patch }, parameters, patch.sentences !== undefined);
    const repaired = { patch: { ...opening, ...patch }, changed };
    const take = (): void => this.takeRepaired(repaired, whole ?? this.record.now);
    if (whole || isWork(repaired.patch)) this.whenThere(parameters, take);
    else take();
  }

  private takeRepaired({ patch, changed }: Repaired, base: PlaygroundState): void {
    const page = pageOf(this.record.now);
    batch(() => {
      this.notes.value = [];
      const { now } = this.record;
      const wished = unchanged(now, { ...base, ...page, ...patch });
      const problem = this.attempt(prepare(now, wished, this.models));
      // What was refused stays in its fields, as when it is typed: what is shown beside them is fine.
      this.refused.value = problem ? changesFrom(now, wished) : {};
      this.refusal.value = problem;
      if (changed.length > 0) this.say({ code: 'clamped', values: { names: changed.join() } });
      if (patch.step) this.sayUnknown(patch.step);
      this.keepAsked();
      this.session.history.clear();
    });
  }

  private keepAsked(): void {
    const { state, current, tokens } = this;
    const cell = this.learned && askedCell({ state, current, tokens });
    if (cell) this.keepLargest(cell);
  }

  override showRight(on: boolean): void {
    batch(() => {
      this.pair.showsRight = on;
      // A step that only the other trace has is left.
      this.take(this.record.now, { ...this.record.now });
    });
  }

  override ownOrigin(step: Step): Origin | undefined {
    return ownOrigin(this, step);
  }

  override canBeOwn(step: Step): boolean {
    return canBeOwn(this, step);
  }

  override makeOwn(path: string): void {
    const step = this.step(path);
    const patch = step && madeOwn(this, step, this.tensor(path));
    if (patch) this.takeNumbers(patch);
  }

  /** A matrix pasted over a leaf is the user's own input, over any other step an edit. */
  protected override takePasted(step: Step, values: Tensor): void {
    const patch = madeOwn(this, step, values);
    if (patch) this.takeNumbers(patch);
    else super.takePasted(step, values);
  }

  /** What is refused stays in no field: there is none for numbers. */
  private takeNumbers(patch: Patch): void {
    this.takeBackChoice();
    const before = this.undoable();
    batch(() => {
      this.notes.value = [];
      const problem = this.attempt(prepare(this.record.now, patch, this.models));
      this.refusal.value = problem;
      if (!problem) this.session.history.note(before);
    });
  }

  override undo(): void {
    if (Object.keys(this.refused.peek()).length === 0) return super.undo();
    batch(() => {
      this.refused.value = {};
      this.report(undefined);
    });
  }

  override reset(): void {
    if (this.record.now.edits.length > 0) this.update({ edits: [] });
  }

  /** Returns to what a first visit to these parameters shows. */
  startOver(): void {
    const { now } = this.record;
    const { lang, parameters } = now;
    const plain = { ...plainVisit(lang), ...pageOf(now) };
    if (parameters !== 'random') this.update({ ...plain, parameters, ...opened(now, parameters) });
    else this.update(isTransformer(now) ? { ...plain, ...firstPair(lang) } : plain);
  }

  /** Clears messages and refused settings. */
  override dismiss(): void {
    this.refused.value = {};
    super.dismiss();
  }

  protected undoable(): Patch {
    return undoable(this.record.now);
  }

  protected restore(before: Patch): Problem | undefined {
    this.takeBackChoice();
    this.refused.value = {};
    const { now } = this.record;
    const { lang } = now;
    const patch = { ...before, ...translated({ ...now, ...before }, lang) };
    return this.attempt(prepare(now, patch, this.models));
  }

  override dispose(): void {
    this.engine = undefined;
    batch(() => {
      this.takeBackChoice();
      this.pair.dispose();
      super.dispose();
    });
  }

  protected override edited(): void {
    this.takeBackChoice();
    this.pair.follow(this.record.now.edits);
    const tooMany = this.record.now.edits.length > LIMITS.edits;
    if (tooMany) this.say({ code: 'editsNotInLink', values: { n: LIMITS.edits } });
  }

  /** Shows an example, and says what to look at in it. */
  show({ name, patch }: Preset): void {
    this.takeBackChoice();
    const { lang } = this.record.now;
    // A second sentence that is not shown is that of a first visit.
    const hidden = patch.memory === FRESH.memory;
    const { memory } = hidden ? openingOf({ lang, model: 'attention' }) : patch;
    batch(() => {
      this.examplesShown += 1;
      this.update({ ...patch, memory });
      if (!this.problem)
        this.say({ code: 'lookAt', values: { text: this.t.examples.looks[name] } });
    });
  }

  /** Applies a prepared state, with a new trace if needed; if refused, returns the problem and changes nothing. */
  private attempt(prepared: Prepared, anew = false): Problem | undefined {
    const { state, notices, problem } = prepared;
    if (problem) return problem;
    const before = this.record.now;
    let { edits, cell, given, focusToken } = state;
    const chosen = this.chosen.follow(before, state);
    if (this.engine && (anew || changesTrace(before, state))) {
      try {
        const made = this.traces.replace(this.engine, before, prepared);
        const lost = given.length - made.given.length;
        if (lost > 0) notices.push({ code: 'givenDropped', values: { n: lost } });
        if (made.dropped > 0) notices.push({ code: 'editsDropped', values: { n: made.dropped } });
        given = made.given;
      } catch (error) {
        return problemOf(error);
      }
      edits = edits.length > 0 ? this.made.edits() : edits;
      ({ cell, focusToken } = chosen.moved());
    } else if (this.trace && before.edits !== edits) {
      this.made.replaceEdits(edits);
      this.pair.follow(edits, this.pair.right);
    }
    this.say(...notices);
    this.take(before, { ...state, edits, cell, given, focusToken });
    if (chosen.followsLargest) this.keepLargestOfRow();
    chosen.settle(this.record.now);
    return undefined;
  }

  /** Whoever looked at that before a change looks at it after. */
  private keepLargestOfRow(): void {
    const { cell, step } = this.record.now;
    if (cell && this.chosen.largest(this.record.now) !== undefined)
      this.keepLargest({ path: step, index: cell });
  }

  private sayUnknown(step: string): void {
    if (!this.trace || findStep(this.steps, step, this.record.now.head)) return;
    this.say({ code: 'clamped', values: { names: 'step' } });
  }
}

/** The same state, with lists that hold what they held before: they need no new trace and are no change. */
function unchanged(before: PlaygroundState, after: PlaygroundState): PlaygroundState {
  const entries = Object.entries(after) as [keyof PlaygroundState, unknown][];
  const kept = entries.filter(
    ([name, value]) => value !== null && JSON.stringify(value) === JSON.stringify(before[name]),
  );
  return { ...after, ...Object.fromEntries(kept.map(([name]) => [name, before[name]])) };
}

function changesFrom(before: PlaygroundState, after: PlaygroundState): Patch {
  const entries = Object.entries(after) as [keyof PlaygroundState, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== before[name]));
}

function without(patch: Patch, taken: Patch): Patch {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !(key in taken)));
}
