import { projectionHandles, requireMatrices } from './attention.js';
import { describe, fail } from './errors.js';
import { Given, withHandles, type Handles } from './handles.js';
import type { Memory } from './memory.js';
import { choice, flag, real, requireObject, whole } from './options.js';
import type {
  DecoderLayerOptions,
  EncoderLayerOptions,
  LinearParameters,
  ProjectionMatrices,
  Tensor,
} from './types.js';

// In the order of the core's own list: src/attention_playground/transformer/options.hpp.
export const activations = ['relu', 'gelu', 'gelu_tanh'] as const;

/** The options that layers and models share, checked and with defaults. */
export function layerSwitches(options: {
  normFirst?: unknown;
  activation?: unknown;
  layerNormEps?: unknown;
  dropout?: unknown;
  training?: unknown;
  seed?: unknown;
}) {
  const training = flag(options.training, false, 'training');
  const dropout = real(options.dropout, 0, 'dropout');
  if (!(dropout >= 0 && dropout < 1)) {
    fail('range', 'dropout', describe(dropout), 'a probability from 0 to below 1');
  }
  const layerNormEps = real(options.layerNormEps, 1e-5, 'layerNormEps');
  if (!(layerNormEps >= 0 && Math.fround(layerNormEps) < Infinity)) {
    fail('range', 'layerNormEps', describe(layerNormEps), 'a finite number of 0 or more');
  }
  return {
    normFirst: flag(options.normFirst, false, 'normFirst'),
    activation: activations.indexOf(choice(options.activation, 'relu', 'activation', activations)),
    layerNormEps,
    dropout: training ? dropout : 0,
    // Only a fault reads it.
    idleDropout: training || dropout === 0 ? undefined : dropout,
    seed: whole(options.seed, 0, 'seed', 0, 2 ** 32 - 1),
  };
}

/** See EncoderLayerOptions. */
export function encoderLayer(memory: Memory, options: EncoderLayerOptions): Tensor {
  requireObject(options, 'options');
  return withHandles(memory, (handles) => {
    const request = handles.request({
      ...shared(handles, options),
      src: new Given(handles.tensor(options.src, 'src')),
      ...maskHandles(handles, options, ['srcMask', 'srcKeyPaddingMask']),
      isCausal: flag(options.isCausal, false, 'isCausal'),
    });
    memory.check(memory.module.encoderLayer(request));
    return memory.take();
  });
}

/** See DecoderLayerOptions. */
export function decoderLayer(memory: Memory, options: DecoderLayerOptions): Tensor {
  requireObject(options, 'options');
  return withHandles(memory, (handles) => {
    const request = handles.request({
      ...shared(handles, options),
      ...attentionHandles(handles, options.multiheadAttn, 'multiheadAttn'),
      ...pair(handles, options.norm3, 'norm3'),
      tgt: new Given(handles.tensor(options.tgt, 'tgt')),
      memory: new Given(handles.tensor(options.memory, 'memory')),
      ...maskHandles(handles, options, [
        'tgtMask',
        'tgtKeyPaddingMask',
        'memoryMask',
        'memoryKeyPaddingMask',
      ]),
      tgtIsCausal: flag(options.tgtIsCausal, false, 'tgtIsCausal'),
      memoryIsCausal: flag(options.memoryIsCausal, false, 'memoryIsCausal'),
    });
    memory.check(memory.module.decoderLayer(request));
    return memory.take();
  });
}

/** The parameters that both kinds of layer have. */
function shared(handles: Handles, options: EncoderLayerOptions | DecoderLayerOptions) {
  return {
    ...layerSwitches(options),
    nhead: whole(options.nhead, undefined, 'nhead', 1),
    ...attentionHandles(handles, options.selfAttn, 'selfAttn'),
    ...pair(handles, options.linear1, 'linear1'),
    ...pair(handles, options.linear2, 'linear2'),
    ...pair(handles, options.norm1, 'norm1'),
    ...pair(handles, options.norm2, 'norm2'),
  };
}

function attentionHandles(handles: Handles, matrices: ProjectionMatrices, name: string) {
  requireMatrices(matrices, name, '{ wq, wk, wv, wo }');
  return prefixed(projectionHandles(handles, matrices, `${name}.`), `${name}.`);
}

/** A weight and its bias. */
function pair(handles: Handles, parameters: LinearParameters, name: string) {
  requireMatrices(parameters, name, '{ weight, bias }');
  const { weight, bias } = parameters;
  return {
    [`${name}.weight`]: new Given(handles.weight(weight, `${name}.weight`)),
    [`${name}.bias`]: new Given(handles.optional(bias, `${name}.bias`)),
  };
}

function prefixed<T>(options: Record<string, T>, prefix: string): Record<string, T> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [prefix + name, value]));
}

/** Masks by name, without those that are not given. */
export function maskHandles<Name extends string>(
  handles: Handles,
  options: Partial<Record<Name, Parameters<Handles['mask']>[0]>>,
  names: readonly Name[],
) {
  return Object.fromEntries(
    names.map((name) => [name, new Given(handles.mask(options[name], name))]),
  );
}
