import type { Tracing } from '../engine/load.js';
import type { Trace } from '../engine/types.js';
import { wordLabels, type Labels, type Tokens } from '../trace/word-labels.js';
import type { Parameters } from './descent.js';
import { isTransformer, type PlaygroundState } from './state.js';
import { traceOptions, vocabularyOf } from './trace-options.js';
import { transformerLabels } from './transformer-labels.js';
import { sidesOf, transformerOptions, transformerVocabulary } from './transformer-options.js';

export interface Traced {
  trace: Trace;
  /** Of its axes. */
  labels: Labels;
}

/** The trace that a state describes, with these parameters in place of drawn ones. */
export function traced(
  engine: Tracing,
  state: PlaygroundState,
  tokens: Tokens,
  parameters: Parameters,
): Traced {
  if (!isTransformer(state)) {
    const trace = engine.traceAttention({ ...traceOptions(state, tokens), parameters });
    const labels = wordLabels(tokens, vocabularyOf(state, tokens));
    return { trace: withGradients(trace, state), labels };
  }
  const sides = sidesOf(state, tokens);
  const trace = engine.traceTransformer({ ...transformerOptions(state, tokens), parameters });
  const labels = transformerLabels(sides, transformerVocabulary(sides));
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
  state: PlaygroundState,
  tokens: Tokens,
  parameters: Parameters,
  wrong: Trace,
): Trace | undefined {
  if (state.fault === 'none') return undefined;
  try {
    return traced(engine, { ...state, fault: 'none' }, tokens, parameters).trace;
  } catch (error) {
    wrong.dispose();
    throw error;
  }
}
