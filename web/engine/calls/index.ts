import { multiHeadAttention, scaledDotProductAttention } from './attention.js';
import { makeTransformer } from '../models/make-transformer.js';
import { readSafetensors } from '../files/safetensors.js';
import { generate } from '../models/generate.js';
import {
  causalMask,
  layerNorm,
  linear,
  matmul,
  positionalEncoding,
  residentTensor,
  softmax,
} from './kernels.js';
import { decoderLayer, encoderLayer } from './layers.js';
import type { Memory } from '../module/memory.js';
import { readModel } from '../files/model-file.js';
import { readDeclarations } from '../traces/steps.js';
import { extent } from '../traces/summary.js';
import { traceAttention, traceScaling, traceWeights } from '../traces/trace.js';
import type * as Training from '../training/index.js';
import { requireTraining } from '../training/require.js';
import { traceFrom } from '../models/trace-from.js';
import { traceTransformer } from '../models/transformer.js';
import type { AttentionPlayground, Declaration } from '../types/index.js';

/** Those of updates, too, if the module trains. */
function declarationsOf(memory: Memory): Declaration[] {
  const { module } = memory;
  const own = readDeclarations(memory.text(module.declarations()));
  const updates = module.updateDeclarations;
  return updates ? [...own, ...readDeclarations(memory.text(updates()))] : own;
}

/** Every call of the API, on the memory of one module; those that train are given with the module that trains. */
export function callsOf(memory: Memory, training?: typeof Training): AttentionPlayground {
  const calls = {
    traceAttention: (options) => traceAttention(memory, options),
    traceTransformer: (options) => traceTransformer(memory, options),
    memoryBytes: () => memory.module.HEAPU8.byteLength,
    tensor: (shape, data) => residentTensor(memory, shape, data),
    scaledDotProductAttention: (options) => scaledDotProductAttention(memory, options),
    multiHeadAttention: (options) => multiHeadAttention(memory, options),
    positionalEncoding: (options) => positionalEncoding(memory, options),
    causalMask: (queries, keys, offset) => causalMask(memory, queries, keys, offset),
    matmul: (a, b, into) => matmul(memory, a, b, into),
    linear: (input, weight, bias, into) => linear(memory, input, weight, bias, into),
    softmax: (x, axis, into) => softmax(memory, x, axis, into),
    layerNorm: (input, normalizedShape, weight, bias, eps, into) =>
      layerNorm(memory, input, normalizedShape, weight, bias, eps, into),
    encoderLayer: (options) => encoderLayer(memory, options),
    decoderLayer: (options) => decoderLayer(memory, options),
    transformer: (options) => makeTransformer(memory, options),
    task: (task, options = {}) => requireTraining(training).taskOf(memory, task, options),
    readModel: (bytes) => readModel(memory, bytes),
    readSafetensors: (bytes) => readSafetensors(memory, bytes),
    generate: (options) => generate(memory, options),
    traceWeights: (options) => traceWeights(memory, options),
    traceScaling: (options) => traceScaling(memory, options),
    traceFrom: (record) => traceFrom(memory, record),
    extent: (x) => extent(memory, x),
    trainer: (options) => requireTraining(training).trainer(memory, options),
    declarations: () => declarationsOf(memory),
  } satisfies Record<Exclude<keyof AttentionPlayground, 'simd'>, (...args: never[]) => unknown>;
  // A result's type depends on `out`, as the overloads declare.
  return { ...calls, simd: memory.simd } as AttentionPlayground;
}
