// The options of a layer in one call.

import type { DecoderLayerOptions, EncoderLayerOptions } from '../../types/index.js';
import type { TableOf } from '../option.js';
import { given, layerSwitches, nhead, off } from './entries.js';

const layerParameters = {
  nhead: { ...nhead, required: true },
  selfAttn: given,
  linear1: given,
  linear2: given,
  norm1: given,
  norm2: given,
} as const;

export const encoderLayer = {
  ...layerSwitches,
  ...layerParameters,
  src: given,
  srcMask: given,
  srcKeyPaddingMask: given,
  isCausal: off,
} as const satisfies TableOf<EncoderLayerOptions, 'numHeads' | 'dropoutP'>;

export const decoderLayer = {
  ...layerSwitches,
  ...layerParameters,
  multiheadAttn: given,
  norm3: given,
  tgt: given,
  memory: given,
  tgtMask: given,
  memoryMask: given,
  tgtKeyPaddingMask: given,
  memoryKeyPaddingMask: given,
  tgtIsCausal: off,
  memoryIsCausal: off,
} as const satisfies TableOf<DecoderLayerOptions, 'numHeads' | 'dropoutP'>;
