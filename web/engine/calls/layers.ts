import { projectionHandles, readMatrices } from './attention.js';
import { Given, withHandles, type Handles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { Read } from '../options/option.js';
import { placeIn, readOptions, refuse } from '../options/read.js';
import * as tables from '../options/tables.js';
import type {
  DecoderLayerOptions,
  EncoderLayerOptions,
  LinearParameters,
  ProjectionMatrices,
  Tensor,
} from '../types/index.js';

type LayerSwitches = Pick<
  Read<EncoderLayerOptions, typeof tables.encoderLayer>,
  'norm' | 'normFirst' | 'activation' | 'layerNormEps' | 'scale' | 'dropout' | 'training' | 'seed'
>;

/** The options that layers and models share, as the core reads them. */
export function layerSwitches(options: LayerSwitches) {
  const { norm, normFirst, activation, layerNormEps, scale, dropout, training, seed } = options;
  return {
    norm: placeIn(tables.encoderLayer.norm, norm),
    normFirst,
    activation: placeIn(tables.encoderLayer.activation, activation),
    layerNormEps,
    scale,
    dropout: training ? dropout : 0,
    // Only a fault reads it.
    idleDropout: training || dropout === 0 ? undefined : dropout,
    seed,
  };
}

/** See EncoderLayerOptions. */
export function encoderLayer(memory: Memory, given: EncoderLayerOptions): Tensor {
  const options = readOptions(tables.encoderLayer, given);
  return withHandles(memory, (handles) => {
    const request = handles.request({
      ...shared(handles, options),
      src: new Given(handles.tensor(options.src, 'src')),
      ...maskHandles(handles, options, ['srcMask', 'srcKeyPaddingMask']),
      isCausal: options.isCausal,
    });
    memory.check(memory.module.encoderLayer(request));
    return memory.take();
  });
}

/** See DecoderLayerOptions. */
export function decoderLayer(memory: Memory, given: DecoderLayerOptions): Tensor {
  const options = readOptions(tables.decoderLayer, given);
  return withHandles(memory, (handles) => {
    const request = handles.request({
      ...shared(handles, options),
      ...attentionHandles(handles, options.multiheadAttn, options.nhead, 'multiheadAttn'),
      ...normHandles(handles, options, ['norm3']),
      tgt: new Given(handles.tensor(options.tgt, 'tgt')),
      memory: new Given(handles.tensor(options.memory, 'memory')),
      ...maskHandles(handles, options, [
        'tgtMask',
        'tgtKeyPaddingMask',
        'memoryMask',
        'memoryKeyPaddingMask',
      ]),
      tgtIsCausal: options.tgtIsCausal,
      memoryIsCausal: options.memoryIsCausal,
    });
    memory.check(memory.module.decoderLayer(request));
    return memory.take();
  });
}

type Layer = Read<
  EncoderLayerOptions,
  Omit<typeof tables.encoderLayer, `src${string}` | 'isCausal'>
>;

/** The parameters that both kinds of layer have. */
function shared(handles: Handles, options: Layer) {
  return {
    ...layerSwitches(options),
    nhead: options.nhead,
    ...attentionHandles(handles, options.selfAttn, options.nhead, 'selfAttn'),
    ...pair(handles, options.linear1, 'linear1'),
    ...pair(handles, options.linear2, 'linear2'),
    ...normHandles(handles, options, ['norm1', 'norm2']),
  };
}

/** The norms of a layer; none if it does not normalise. */
function normHandles<Name extends 'norm1' | 'norm2' | 'norm3'>(
  handles: Handles,
  options: { norm: 'layer_norm' | 'none' } & Partial<Record<Name, LinearParameters>>,
  names: readonly Name[],
) {
  if (options.norm === 'none') {
    refuse(options, names, 'norm is none');
    return {};
  }
  return Object.assign({}, ...names.map((name) => pair(handles, options[name], name))) as Record<
    string,
    Given
  >;
}

function attentionHandles(
  handles: Handles,
  given: ProjectionMatrices | undefined,
  heads: number,
  name: string,
) {
  const accepted = '{ wq, wk, wv, wo }';
  const matrices = readMatrices(tables.projectionMatrices, given, name, accepted, `${name}.`);
  return prefixed(projectionHandles(handles, matrices, heads, undefined, `${name}.`), `${name}.`);
}

/** A weight and its bias. */
function pair(handles: Handles, given: LinearParameters | undefined, name: string) {
  const accepted = '{ weight, bias }';
  const parameters = readMatrices(tables.linearParameters, given, name, accepted, `${name}.`);
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
