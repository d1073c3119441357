// Programs of all cases in one language, run and compared with their traces step by step.

import { cases } from './cases.mjs';
import { runPrograms } from './python.mjs';

/** A program's variable is its step's path with _ for what no name may contain, and a number if it is taken. */
export function namesOf(paths) {
  const taken = new Set();
  return paths.map((path) => {
    const name = path.replace(/\W/g, '_');
    const free = taken.has(name) ? `${name}_2` : name;
    taken.add(free);
    return free;
  });
}

/** The largest difference; equal infinities and two NaN do not differ. */
function distance(a, b) {
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    if (a[i] === b[i] || (Number.isNaN(a[i]) && Number.isNaN(b[i]))) continue;
    const difference = Math.abs(a[i] - b[i]);
    largest = Math.max(largest, Number.isNaN(difference) ? Infinity : difference);
  }
  return largest;
}

/**
 * Runs the programs of all cases. Returns { faults, steps, worst, operations }: what is wrong in words, how many steps
 * were compared, the largest share of a tolerance that was used, and the operations that occurred.
 */
export async function compareAll(language) {
  const programs = [];
  const operations = new Set();
  for (const { name, make } of cases) {
    const trace = await make();
    const { source } = trace.program({ language });
    const tolerances = new Map(
      trace.compare(trace).map(({ path, tolerance }) => [path, tolerance]),
    );
    const steps = trace.steps.map(({ path, op, shape }) => {
      operations.add(op);
      return { path, op, shape, data: trace.tensor(path).data, tolerance: tolerances.get(path) };
    });
    programs.push({ name, source, steps, names: namesOf(steps.map(({ path }) => path)) });
    trace.dispose();
  }
  const found = { faults: [], steps: 0, worst: { ratio: 0, where: '' }, operations };
  runPrograms(programs).forEach(({ error, variables, printed }, i) => {
    const { name, steps } = programs[i];
    if (error) found.faults.push(`${name}: ${error.trim().split('\n').slice(-4).join(' | ')}`);
    else if (!/^\w+: off by at most \S+, of numbers up to \S+\n$/.test(printed)) {
      found.faults.push(`${name}: it printed ${printed}`);
    }
    variables.forEach((variable, place) => checkStep(found, name, steps[place], variable));
  });
  return found;
}

function checkStep(found, name, { path, op, shape, data, tolerance }, variable) {
  found.steps++;
  const where = `${name}: ${path} (${op})`;
  if (variable.shape.join() !== shape.join()) {
    found.faults.push(`${where}: shape ${variable.shape}, expected ${shape}`);
    return;
  }
  if (!/^(float32|int64)$/.test(variable.type)) found.faults.push(`${where}: ${variable.type}`);
  const difference = distance(variable.data, data);
  // A tolerance without bounds would excuse anything.
  if (difference !== 0 && !(difference <= tolerance && Number.isFinite(tolerance))) {
    found.faults.push(`${where}: off by ${difference}, tolerance ${tolerance}`);
  }
  const ratio = difference === 0 ? 0 : difference / tolerance;
  if (ratio > found.worst.ratio) found.worst = { ratio, where };
}
