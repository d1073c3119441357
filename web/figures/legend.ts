import type { Dictionary } from '../i18n/index.js';
import type { Grid, Legend, PlacedGrid } from './figure.js';

/** One legend for all grids that share a scale, that of the result first. */
export function legendsOf(grids: readonly PlacedGrid[]): Legend[] {
  const legends = new Map<string, Legend & { paths: string[] }>();
  const first = [...grids].sort((a, b) => Number(b.isResult) - Number(a.isResult));
  for (const grid of first) {
    const { scale, step } = grid;
    if (scale.kind === 'plain') continue;
    const unit = unitOf(grid);
    const key = [scale.kind, scale.low, scale.high, scale.root, unit].join();
    const known = legends.get(key);
    if (!known) legends.set(key, { scale, unit, paths: [step.path] });
    else if (!known.paths.includes(step.path)) known.paths.push(step.path);
  }
  return [...legends.values()];
}

/** What the numbers of a grid are; 0 everywhere needs no scale. */
function unitOf({ step, scale, extent, values }: Grid): Legend['unit'] {
  if (extent.low === 0 && extent.high === 0)
    return values.includes(-Infinity) ? 'zeroElse' : 'zero';
  if (scale.kind !== 'sequential') return 'signed';
  return step.role === 'weights' ? 'weights' : 'probabilities';
}

/** What the colours stand for, in words. */
export function legendText(words: Dictionary['proof'], { unit }: Pick<Legend, 'unit'>): string {
  return {
    zero: words.legendZero,
    zeroElse: words.legendZeroElse,
    signed: words.legendSigned,
    weights: words.legendWeights,
    probabilities: words.legendProbabilities,
  }[unit];
}
