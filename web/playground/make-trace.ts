import type { AttentionPlayground } from '../engine/types/index.js';
import type { Trace } from '../engine/types/index.js';
import type { Learned } from '../learned/learned.js';
import { transformerLabels } from '../trace/transformer-labels.js';
import { wordLabels, type Labels, type Tokens } from '../trace/word-labels.js';
import type { Parameters } from './descent.js';
import { givenParameters, holdsGiven } from './own-numbers.js';
import { LABELS, type Given } from './settings/given-type.js';
import { isTransformer, type PlaygroundState } from './state.js';
import { traceOptions, vocabularyOf } from './trace-options.js';
import {
  learnedLabels,
  ownLabels,
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
export interface TraceConfig {
  state: PlaygroundState;
  tokens: Tokens;
  learned: Learned | undefined;
}

/** The trace that a state describes, with these parameters in place of drawn, trained or given ones. */
export function traced(
  engine: AttentionPlayground,
  { state, tokens, learned }: TraceConfig,
  changed: Parameters,
): Traced {
  const parameters = { ...learned?.parameters, ...givenParameters(state), ...changed };
  if (!isTransformer(state)) {
    const trace = engine.traceAttention({ ...traceOptions(state, tokens), parameters });
    const labels = wordLabels(tokens, vocabularyOf(state, tokens));
    return { trace: withGradients(trace, state), labels };
  }
  const sides = sidesOf(state, tokens);
  const options = { ...transformerOptions(state, tokens, learned), parameters };
  let trace = engine.traceTransformer(options);
  if (state.gradients && learned?.options.architecture === 'encoder-only') {
    const said = learnedLabels(tokens.sentences, trace.tensor('prediction'), learned);
    trace.dispose();
    trace = engine.traceTransformer({ ...options, labels: ownLabels(state, said, options) });
  }
  const { own, source } = vocabulariesOf(state, sides, learned);
  const labels = transformerLabels(sides, own, source);
  return { trace: withGradients(trace, state), labels };
}

/** The given tensors that the model of a config has a leaf of the same shape for. */
export function fitting(engine: AttentionPlayground, config: TraceConfig): Given[] {
  const { given } = config.state;
  // An encoder has labels only where gradients are asked for.
  const gradients = config.state.gradients && given.some(({ path }) => path === LABELS);
  const state = { ...config.state, given: [], gradients, fault: 'none' as const };
  const { trace } = traced(engine, { ...config, state }, {});
  const leaves = trace.steps.filter(holdsGiven);
  trace.dispose();
  const shapes = new Map(leaves.map(({ path, shape }) => [path, shape.join()]));
  return given.filter(({ path, shape }) => shapes.get(path) === shape.join());
}

/** Whether two recipes name the rows of embedding tables by the same words. */
export function sameVocabulary(one: TraceConfig, other: TraceConfig): boolean {
  return namesOfRows(one) === namesOfRows(other);
}

function namesOfRows({ state, tokens, learned }: TraceConfig): string {
  if (!isTransformer(state)) return JSON.stringify({ own: vocabularyOf(state, tokens) });
  return JSON.stringify(vocabulariesOf(state, sidesOf(state, tokens), learned));
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
  engine: AttentionPlayground,
  config: TraceConfig,
  parameters: Parameters,
  wrong: Trace,
): Trace | undefined {
  if (config.state.fault === 'none') return undefined;
  try {
    const state = { ...config.state, fault: 'none' as const };
    return traced(engine, { ...config, state }, parameters).trace;
  } catch (error) {
    wrong.dispose();
    throw error;
  }
}
