import type { Tensor, Trace } from '../engine/types.js';
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

/** The parameters that steps downhill lead to. What is known of one model is forgotten with the next. */
export class Descent {
  private model = '';
  private readonly known = new Map<string, Parameters>();

  /** `make` runs the model with these parameters, back and forth. */
  parameters(
    model: string,
    steps: readonly DownhillStep[],
    make: (parameters: Parameters) => Trace,
  ): Parameters {
    this.begin(model);
    let found = NONE;
    steps.forEach((step, i) => {
      const key = JSON.stringify(steps.slice(0, i + 1));
      found = this.known.get(key) ?? this.replay(step, found, make);
      this.known.set(key, found);
    });
    return found;
  }

  /** Takes a step from a trace that is there; later, it is known. */
  take(model: string, steps: readonly DownhillStep[], trace: Trace, before: Parameters): void {
    this.begin(model);
    this.known.set(JSON.stringify(steps), changed(trace, steps.at(-1)!, before));
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
