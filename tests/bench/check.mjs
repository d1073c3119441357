// Before anything is timed, every contender's whole result is compared with ours.

import { nameOf } from './work.mjs';

/** How many roundings of size ε an element may carry, by what is summed for it. */
function roundings({ kind, dims }) {
  switch (kind) {
    case 'matmul':
      return dims.inner;
    case 'attention':
      return dims.width + dims.tokens;
    case 'layer':
      return 3 * dims.model + dims.tokens;
    default:
      return dims.columns;
  }
}

const epsilon = 2 ** -24;

/** Exponentials are approximated to a few units in the last place by every engine, each in its own way. */
const exponentialUlps = 64;

export const toleranceOf = (work) => (roundings(work) + exponentialUlps) * epsilon;

/** The largest difference, relative to the largest magnitude. */
export function largestDifference(actual, expected) {
  if (actual.length !== expected.length) return Infinity;
  let difference = 0;
  let magnitude = 0;
  for (let i = 0; i < expected.length; ++i) {
    const distance = Math.abs(actual[i] - expected[i]);
    // Not a number is never close to anything.
    if (!(distance <= difference)) difference = Number.isNaN(distance) ? Infinity : distance;
    magnitude = Math.max(magnitude, Math.abs(expected[i]));
  }
  return difference / (magnitude || 1);
}

/** Throws where two engines disagree about a result. */
export async function checkResults(work, contenders) {
  const [first, ...others] = contenders;
  const expected = await first.results();
  const tolerance = toleranceOf(work);
  const problems = [];
  for (const other of others) {
    const actual = await other.results();
    expected.forEach((part, index) => {
      const difference = actual[index] ? largestDifference(actual[index], part) : Infinity;
      if (difference <= tolerance) return;
      problems.push(
        `${other.engine} (${other.way}) differs from ${first.engine} by ${difference.toExponential(2)} ` +
          `of the largest value; ${tolerance.toExponential(2)} is accepted`,
      );
    });
  }
  if (problems.length > 0) {
    throw new Error(`${nameOf(work)}: the results disagree\n  ${problems.join('\n  ')}`);
  }
}
