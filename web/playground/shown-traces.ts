import { signal } from '@preact/signals-core';
import type { AttentionPlayground, Trace } from '../engine/types/index.js';
import type { LearnedModels } from '../parts/learned/models.js';
import { applyEdits } from '../trace/edits.js';
import { FaultPair } from '../trace/fault.js';
import type { Recording } from '../trace/recording.js';
import type { Tokens } from '../trace/word-labels.js';
import { Descent, type Parameters } from './descent.js';
import { fitting, rightTrace, sameVocabulary, traced, type TraceConfig } from './make-trace.js';
import type { DownhillStep } from './settings/edit-types.js';
import { modelKey, type PlaygroundState } from './state.js';
import type { Prepared } from './state-changes.js';

type GivenNumbers = PlaygroundState['given'];

/**
 * Makes the traces of the playground's states: the one that is recorded, the right one beside a fault, and one with other head
 * matrices to compare it with.
 */
export class ShownTraces {
  readonly pair: FaultPair;
  private readonly read = signal<Tokens>({ sentences: [], memory: [] });
  private readonly descent = new Descent();

  constructor(
    private readonly made: Recording,
    private readonly models: LearnedModels,
  ) {
    this.pair = new FaultPair(made);
  }

  /** The tokens of the recorded trace. */
  get tokens(): Tokens {
    return this.read.value;
  }

  /**
   * Records the trace of a state, with those numbers of the user's own that it has a place for, and returns them, and how many
   * edits it drops; if the engine refuses, throws and changes nothing.
   */
  replace(
    engine: AttentionPlayground,
    before: PlaygroundState,
    { state, tokens, carries }: Prepared,
  ): { given: GivenNumbers; dropped: number } {
    const config = this.configOf(state, tokens);
    const withOnly = (given: GivenNumbers): TraceConfig => ({
      ...config,
      state: { ...state, given },
    });
    const given = carries.given ? this.ofSameWords(before, config) : state.given;
    try {
      return { given, dropped: this.record(engine, withOnly(given), carries.edits) };
    } catch (error) {
      const left = given.length > 0 ? fitting(engine, withOnly(given)) : given;
      if (left.length === given.length) throw error;
      return { given: left, dropped: this.record(engine, withOnly(left), carries.edits) };
    }
  }

  /** Computes the parameters that the last of these steps downhill leads to, from the recorded trace. */
  descend(
    engine: AttentionPlayground,
    state: PlaygroundState,
    steps: readonly DownhillStep[],
  ): void {
    const before = this.parametersOf(engine, this.configOf(state, this.read.peek()));
    this.descent.take(modelKey(state), steps, this.made.trace!, before);
  }

  /** The same with other head matrices, and whether it took all edits. */
  other(engine: AttentionPlayground, now: PlaygroundState): { trace: Trace; complete: boolean } {
    const headMatrices = now.headMatrices === 'combined' ? 'separate' : 'combined';
    const state = { ...now, headMatrices, gradients: false } as const;
    const { trace } = traced(engine, this.configOf(state, this.read.peek()), {});
    const { taken } = applyEdits(trace, now.edits);
    return { trace, complete: taken.length === now.edits.length };
  }

  /** The given tensors but those with rows, or columns, of words that are others now. */
  private ofSameWords(state: PlaygroundState, config: TraceConfig): GivenNumbers {
    const { given } = config.state;
    const before = this.configOf(state, this.read.peek());
    if (given.length === 0 || sameVocabulary(before, config)) return given;
    return given.filter(({ path }) => !this.made.step(path)?.axes.includes('vocabulary'));
  }

  private record(engine: AttentionPlayground, config: TraceConfig, carriesEdits: boolean): number {
    const { state, tokens } = config;
    const parameters = this.parametersOf(engine, config);
    const { trace, labels } = traced(engine, config, parameters);
    const right = rightTrace(engine, config, parameters, trace);
    this.read.value = tokens;
    const dropped = this.made.replace(trace, state.edits, labels, carriesEdits);
    this.pair.replace(state.fault === 'none' ? undefined : state.fault, right, labels);
    return dropped;
  }

  private configOf(state: PlaygroundState, tokens: Tokens): TraceConfig {
    return { state, tokens, learned: this.models.of(state.parameters) };
  }

  private parametersOf(engine: AttentionPlayground, config: TraceConfig): Parameters {
    const { state } = config;
    const whole = { ...config, state: { ...state, gradients: true } };
    return this.descent.parameters(
      modelKey(state),
      state.downhill,
      (parameters) => traced(engine, whole, parameters).trace,
    );
  }
}
