// In place of web/engine/generated/assets.ts: the element needs the first module, which is in the script.

import wasm from 'packed:web/engine/generated/wasm/attention-playground.wasm';
import { address } from './here.js';
import { unpackedBytes } from './unpack.js';

export const strictWasm = () => unpackedBytes(wasm);
export const trainingWasm = () => new URL('./wasm/attention-playground-training.wasm', address);
export const relaxedWasm = undefined;
export const relaxedTrainingWasm = undefined;
