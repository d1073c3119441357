// What differs between the two languages beside the steps' own templates.

import type { ProgramLanguage } from '../types/program.js';

export interface Language {
  name: string;
  /** The property of a step's templates. */
  template: 'code' | 'numpy';
  /** What makes names of modules known, by those names. */
  imports: readonly (readonly [name: string, line: string])[];
  /** Reads a base64 text. */
  reader: readonly string[];
  infinity: string;
  notANumber: string;
  array(list: string, integers: boolean): string;
  /** A tensor with the same number everywhere. */
  full(shape: string, value: string, integers: boolean): string;
  integersOf(name: string): string;
  stored(name: string): string;
  openStored(file: string): string;
  copyOf(name: string): string;
  choose(mask: string, first: string, second: string): string;
  /** Said before the first line. */
  quiet: readonly string[];
  /**
   * Sets `off` to the largest distance of a result from `expected`, and `size` to the largest number that is expected.
   * Equal infinities and two NaN are no distance.
   */
  distance(name: string): readonly string[];
}

const torch: Language = {
  name: 'PyTorch',
  template: 'code',
  imports: [
    ['base64', 'import base64'],
    ['math', 'import math'],
    ['np', 'import numpy as np'],
    ['torch', 'import torch'],
    ['F', 'import torch.nn.functional as F'],
  ],
  reader: [
    'def data(shape, text):',
    '    """A recorded tensor: float32, row by row, as base64."""',
    '    numbers = bytearray(base64.b64decode(text))',
    '    return torch.frombuffer(numbers, dtype=torch.float32).reshape(shape)',
  ],
  quiet: [],
  infinity: 'torch.inf',
  notANumber: 'torch.nan',
  array: (list) => `torch.tensor(${list})`,
  full: (shape, value, integers) =>
    value === '0.0' || value === '1.0'
      ? `torch.${value === '0.0' ? 'zeros' : 'ones'}(${shape})`
      : `torch.full(${shape}, ${value}${integers ? ', dtype=torch.int64' : ''})`,
  integersOf: (name) => `${name}.long()`,
  stored: (name) => `torch.from_numpy(stored[${name}])`,
  openStored: (file) => `stored = np.load(${file})`,
  copyOf: (name) => `${name}.clone()`,
  choose: (mask, first, second) => `torch.where(${mask} == 1, ${first}, ${second})`,
  distance: (name) => [
    `same = (${name} == expected) | (${name}.isnan() & expected.isnan())`,
    `off = (${name} - expected).abs().masked_fill(same, 0).max()`,
    'size = expected.abs().max()',
  ],
};

const numpy: Language = {
  name: 'NumPy',
  template: 'numpy',
  imports: [
    ['base64', 'import base64'],
    ['math', 'import math'],
    ['np', 'import numpy as np'],
  ],
  reader: [
    'def data(shape, text):',
    '    """A recorded tensor: float32, row by row, as base64."""',
    "    return np.frombuffer(base64.b64decode(text), '<f4').reshape(shape).copy()",
  ],
  quiet: ["np.seterr(all='ignore')  # -inf and NaN are meant"],
  infinity: 'np.inf',
  notANumber: 'np.nan',
  array: (list, integers) => `np.array(${list}${integers ? '' : ', np.float32'})`,
  full: (shape, value, integers) => {
    const type = integers ? '' : ', np.float32';
    return value === '0.0' || value === '1.0'
      ? `np.${value === '0.0' ? 'zeros' : 'ones'}(${shape}${type})`
      : `np.full(${shape}, ${value}${type})`;
  },
  integersOf: (name) => `${name}.astype(np.int64)`,
  stored: (name) => `stored[${name}]`,
  openStored: (file) => `stored = np.load(${file})`,
  copyOf: (name) => `${name}.copy()`,
  choose: (mask, first, second) => `np.where(${mask} == 1, ${first}, ${second})`,
  distance: (name) => [
    `same = (${name} == expected) | (np.isnan(${name}) & np.isnan(expected))`,
    `off = np.where(same, 0, np.abs(${name} - expected)).max()`,
    'size = np.abs(expected).max()',
  ],
};

export const languages: Readonly<Record<ProgramLanguage, Language>> = { torch, numpy };
