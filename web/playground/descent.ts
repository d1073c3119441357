import type { Tensor, Trace } from '../engine/types/index.js';
import { applyEdits } from '../trace/edits.js';
import { gradientOf } from '../trace/operations.js';
import type { DownhillStep } from './settings/edit-types.js';

/** Parameters by path, instead of those drawn by seed. */
export type Parameters = Readonly<Record<string, Tensor>>;

const NONE: Parameters = {};

/** Paths of the parameters that a trace has gradients of. */
export function trainable({ steps }: Trace): string[] {
  const paths = new Set(steps.map(({ path }) => path));
  return steps.flatMap(({ path, source }) =>
    source === 'parameter' && paths.has(gradientOf(path)) ? [path] : [],
  );
}

/** The parameters after one step downhill, from a trace with gradients, edits included. */
function changed(trace: Trace, { of, rate }: DownhillStep, before: Parameters): Parameters {
  const after: Record<string, Tensor> = { ...before };
  for (const path of trainable(trace)) {
    if (of !== '' && of !== path) continue;
    after[path] = trace.downhill(path, rate);
  }
  return after;
}

const keyOf = (steps: readonly DownhillStep[]): string => JSON.stringify(steps);

/** Of a model of D 256 with six layers on either side: those of two or three moments. */
const MOST_BYTES = 2 ** 27;

const bytesOf = (shape: readonly number[]): number =>
  shape.reduce((bytes, size) => bytes * size, Float32Array.BYTES_PER_ELEMENT);

/**
 * The parameters that steps downhill lead to. Those of the moments that were used last are kept, as many as fit into so
 * many bytes, the very last in any case; others are computed again. What is known of one model is forgotten with the next.
 */
export class Descent {
  private model = '';
  /** By their steps; those that were used last are at the end. */
  private readonly known = new Map<string, Parameters>();

  constructor(private readonly mostBytes = MOST_BYTES) {}

  /** What is kept. Moments share the weights that no step between them changed. */
  get bytes(): number {
    const tensors = [...this.known.values()].flatMap((parameters) => Object.values(parameters));
    const known = new Set<unknown>();
    const isNew = ({ data }: Tensor): boolean => known.size < known.add(data).size;
    return tensors.filter(isNew).reduce((sum, { shape }) => sum + bytesOf(shape), 0);
  }

  /** `make` runs the model with these parameters, back and forth. */
  parameters(
    model: string,
    steps: readonly DownhillStep[],
    make: (parameters: Parameters) => Trace,
  ): Parameters {
    this.begin(model);
    const keys = steps.map((_, i) => keyOf(steps.slice(0, i + 1)));
    let taken = steps.length;
    while (taken > 0 && !this.known.has(keys[taken - 1]!)) taken--;
    let found = this.known.get(keys[taken - 1] ?? '') ?? NONE;
    for (; taken < steps.length; taken++) {
      found = this.replay(steps[taken]!, found, make);
      this.keep(keys[taken]!, found);
    }
    if (steps.length > 0) this.keep(keys.at(-1)!, found);
    return found;
  }

  /** Takes a step from a trace that is there; later, it is known. */
  take(model: string, steps: readonly DownhillStep[], trace: Trace, before: Parameters): void {
    this.begin(model);
    this.keep(keyOf(steps), changed(trace, steps.at(-1)!, before));
  }

  /** Keeps them as what was used last. */
  private keep(key: string, parameters: Parameters): void {
    this.known.delete(key);
    this.known.set(key, parameters);
    for (const oldest of this.known.keys()) {
      if (this.known.size === 1 || this.bytes <= this.mostBytes) break;
      this.known.delete(oldest);
    }
  }

  private begin(model: string): void {
    if (model !== this.model) this.known.clear();
    this.model = model;
  }

  private replay(
    step: DownhillStep,
    before: Parameters,
    make: (parameters: Parameters) => Trace,
  ): Parameters {
    const trace = make(before);
    try {
      applyEdits(trace, step.edits);
      return changed(trace, step, before);
    } finally {
      trace.dispose();
    }
  }
}
