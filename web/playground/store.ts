import type { AttentionPlayground, Step, Trace } from '../engine/types.js';
import { applyEdits } from '../trace/edits.js';
import { problemOf, type Notice, type Problem } from '../trace/problem.js';
import { findStep } from '../trace/stops.js';
import { TraceStore, type Twin } from '../trace/store.js';
import type { ViewPatch } from '../trace/view-state.js';
import { wordLabels, type Labels, type Tokens } from '../trace/word-labels.js';
import { presetOf } from './presets.js';
import { repair, type Raw } from './repair.js';
import { prepare, seesPadding, type Prepared } from './state-changes.js';
import {
  changesTrace,
  DEFAULTS,
  isTransformer,
  LIMITS,
  type Patch,
  type PlaygroundState,
} from './state.js';
import { traceOptions, vocabularyOf } from './trace-options.js';
import { transformerFollows, transformerLabels } from './transformer-labels.js';
import { sidesOf, transformerOptions, transformerVocabulary } from './transformer-options.js';
import { UndoList } from './undo.js';
import { tokensOf } from './validation.js';

export type { Patch, PlaygroundState } from './state.js';
export type { CellRef, Notice, Problem } from '../trace/store.js';

/** What the playground's parts share: the state, its trace, and the only way to change either. */
export class PlaygroundStore extends TraceStore<PlaygroundState> {
  private engine: AttentionPlayground | undefined;
  private readonly past = new UndoList();
  /** Settings that the page refused: fields show them until they fit or are undone. */
  private pending: Patch = {};
  private tracedTokens: Tokens = { sentences: [], memory: [] };

  constructor() {
    super(DEFAULTS);
  }

  /** The state with the refused settings, as fields show it. */
  get wanted(): Readonly<PlaygroundState> {
    return { ...this.own, ...this.pending };
  }

  get canUndo(): boolean {
    return this.past.length > 0 || Object.keys(this.pending).length > 0;
  }

  /** The tokens of the current trace. */
  get tokens(): Tokens {
    return this.trace ? this.tracedTokens : tokensOf(this.own);
  }

  override get notices(): readonly Notice[] {
    if (!this.trace || !seesPadding(this.own, this.tracedTokens)) return this.said;
    return [...this.said, { code: 'paddingVisible', values: {} }];
  }

  override get twin(): Twin | undefined {
    if (isTransformer(this.own)) return undefined;
    const { heads, training, dropoutP } = this.own;
    return { heads, dropsOut: training && dropoutP > 0, make: () => this.makeTwin() };
  }

  override get walksByBlock(): boolean {
    return isTransformer(this.own);
  }

  override follows(step: Step, axis: number): string | undefined {
    const own = isTransformer(this.own) ? transformerFollows(step, axis) : undefined;
    return own ?? super.follows(step, axis);
  }

  count(state: PlaygroundState): { batches: number; heads: number } {
    return { batches: state.sentences.length, heads: state.heads };
  }

  /** Makes the first trace once the engine is loaded, from the defaults if the state is refused. */
  start(engine: AttentionPlayground): void {
    this.engine = engine;
    const { step } = this.own;
    const problem = this.attempt(prepare(this.own, {}), true);
    this.sayUnknown(step);
    if (problem) {
      const { lang, decimals } = this.own;
      this.attempt(prepare(this.own, { ...DEFAULTS, lang, decimals }), true);
      this.wrong = problem;
    }
    this.changed();
  }

  /** Applies a change by the user. If it is refused, that becomes a problem and the last good state stays. */
  update(patch: Patch): void {
    const before = this.own;
    const hasPending = Object.keys(this.pending).length > 0;
    this.said = [];
    this.wrong = this.attempt(prepare(before, { ...this.pending, ...patch }));
    if (!this.wrong) this.pending = {};
    else {
      const alone = hasPending ? this.attempt(prepare(before, patch)) : this.wrong;
      this.pending = alone ? { ...this.pending, ...patch } : without(this.pending, patch);
      this.wrong = alone ?? this.wrong;
    }
    this.past.note(before, this.own, Object.keys(patch).join());
    this.changed();
  }

  override updateView(patch: ViewPatch): void {
    this.update(patch);
  }

  /** Takes unchecked values, from an address or attributes, and reports what it had to change. */
  adopt(raw: Raw, base: PlaygroundState = this.own): void {
    const { patch, changed } = repair(raw, base);
    this.pending = {};
    this.said = [];
    const wished = { ...base, lang: this.own.lang, decimals: this.own.decimals, ...patch };
    this.wrong = this.attempt(prepare(this.own, wished));
    if (changed.length > 0) this.said.push({ code: 'clamped', values: { names: changed.join() } });
    if (patch.step) this.sayUnknown(patch.step);
    this.past.clear();
    this.changed();
  }

  undo(): void {
    const before = Object.keys(this.pending).length > 0 ? undefined : this.past.pop();
    this.pending = {};
    this.said = [];
    this.wrong = before && this.attempt(prepare(this.own, before));
    this.changed();
  }

  override reset(): void {
    if (this.own.edits.length > 0) this.update({ edits: [] });
  }

  /** Returns to the state of a first visit. */
  startOver(): void {
    const { lang, decimals } = this.own;
    const first = isTransformer(this.own) ? presetOf('student') : {};
    this.update({ ...DEFAULTS, ...first, lang, decimals });
  }

  /** Clears messages and refused settings. */
  override dismiss(): void {
    this.pending = {};
    super.dismiss();
  }

  protected override edited(before: PlaygroundState): void {
    this.past.note(before, this.own, '');
    const tooMany = this.own.edits.length > LIMITS.edits;
    if (tooMany) this.said.push({ code: 'editsNotInLink', values: { n: LIMITS.edits } });
  }

  /** Applies a prepared state, with a new trace if needed; if refused, returns the problem and changes nothing. */
  private attempt(prepared: Prepared, anew = false): Problem | undefined {
    const { state, tokens, notices, problem } = prepared;
    if (problem) return problem;
    const before = this.own;
    let { edits } = state;
    if (this.engine && (anew || changesTrace(before, state))) {
      try {
        const dropped = this.rebuild(this.engine, state, tokens);
        if (dropped > 0) notices.push({ code: 'editsDropped', values: { n: dropped } });
      } catch (error) {
        return problemOf(error);
      }
      edits = edits.length > 0 ? this.keeper.edits() : edits;
    } else if (this.engine && before.edits !== edits) this.keeper.replaceEdits(edits);
    this.said.push(...notices);
    this.take(before, { ...state, edits });
    return undefined;
  }

  /** Makes a new trace and returns how many edits it drops; if the engine refuses, throws and changes nothing. */
  private rebuild(engine: AttentionPlayground, state: PlaygroundState, tokens: Tokens): number {
    const { trace, labels } = traced(engine, state, tokens);
    this.tracedTokens = tokens;
    return this.keeper.replace(trace, state.edits, labels);
  }

  private makeTwin(): ReturnType<Twin['make']> {
    if (!this.engine || !this.trace) return undefined;
    const headMatrices = this.own.headMatrices === 'combined' ? 'separate' : 'combined';
    const options = traceOptions({ ...this.own, headMatrices }, this.tracedTokens);
    const trace = this.engine.traceAttention(options);
    const taken = applyEdits(trace, this.own.edits);
    return { trace, complete: taken.length === this.own.edits.length };
  }

  private sayUnknown(step: string): void {
    if (!this.trace || findStep(this.steps, step, this.own.head)) return;
    this.said.push({ code: 'clamped', values: { names: 'step' } });
  }
}

/** The trace that a state describes, and the labels of its axes. */
function traced(
  engine: AttentionPlayground,
  state: PlaygroundState,
  tokens: Tokens,
): { trace: Trace; labels: Labels } {
  if (!isTransformer(state)) {
    const trace = engine.traceAttention(traceOptions(state, tokens));
    return { trace, labels: wordLabels(tokens, vocabularyOf(state, tokens)) };
  }
  const sides = sidesOf(state, tokens);
  const trace = engine.traceTransformer(transformerOptions(state, tokens));
  return { trace, labels: transformerLabels(sides, transformerVocabulary(sides)) };
}

function without(patch: Patch, taken: Patch): Patch {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !(key in taken)));
}
