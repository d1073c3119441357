import type { Tracing } from '../engine/load.js';
import type { Trace } from '../engine/types.js';
import type { Learned } from '../learned/learned.js';
import { transformerLabels } from '../trace/transformer-labels.js';
import { wordLabels, type Labels, type Tokens } from '../trace/word-labels.js';
import type { Parameters } from './descent.js';
import { isTransformer, type PlaygroundState } from './state.js';
import { traceOptions, vocabularyOf } from './trace-options.js';
import {
  learnedLabels,
  sidesOf,
  transformerOptions,
  vocabulariesOf,
} from './transformer-options.js';

export interface Traced {
  trace: Trace;
  /** Of its axes. */
  labels: Labels;
}

/** What a trace is made of: a state, its tokens, and the trained model that it has chosen, if any. */
export interface Recipe {
  state: PlaygroundState;
  tokens: Tokens;
  learned: Learned | undefined;
}

/** The trace that a state describes, with these parameters in place of drawn or trained ones. */
export function traced(
  engine: Tracing,
  { state, tokens, learned }: Recipe,
  changed: Parameters,
): Traced {
  const parameters = { ...learned?.parameters, ...changed };
  if (!isTransformer(state)) {
    const trace = engine.traceAttention({ ...traceOptions(state, tokens), parameters });
    const labels = wordLabels(tokens, vocabularyOf(state, tokens));
    return { trace: withGradients(trace, state), labels };
  }
  const sides = sidesOf(state, tokens);
  const options = { ...transformerOptions(state, tokens, learned), parameters };
  let trace = engine.traceTransformer(options);
  if (state.gradients && learned?.options.architecture === 'encoder-only') {
    const labels = learnedLabels(tokens.sentences, trace.tensor('prediction'), learned);
    trace.dispose();
    trace = engine.traceTransformer({ ...options, labels });
  }
  const { own, source } = vocabulariesOf(state, sides, learned);
  const labels = transformerLabels(sides, own, source);
  return { trace: withGradients(trace, state), labels };
}

/** Of the loss, or of the sum of the output's cells where nothing is to be learned. */
function withGradients(trace: Trace, { gradients }: PlaygroundState): Trace {
  if (!gradients) return trace;
  const last = trace.steps.at(-1)!;
  trace.backward({ of: last.path });
  return trace;
}

/** The trace without the fault of a state, if it has one; if the engine refuses, the faulty trace is freed. */
export function rightTrace(
  engine: Tracing,
  recipe: Recipe,
  parameters: Parameters,
  wrong: Trace,
): Trace | undefined {
  if (recipe.state.fault === 'none') return undefined;
  try {
    const state = { ...recipe.state, fault: 'none' as const };
    return traced(engine, { ...recipe, state }, parameters).trace;
  } catch (error) {
    wrong.dispose();
    throw error;
  }
}
