import { signal } from '@preact/signals-core';
import type { Step, Trace } from '../engine/types/index.js';
import type { Computed } from '../engine/types/computed.js';
import { gradientOf } from '../trace/operations.js';
import type { WayBack } from '../trace/store.js';
import { trainable } from './descent.js';
import type { DownhillStep } from './settings/edit-types.js';
import { LIMITS } from './settings/limits.js';
import type { Patch, PlaygroundState } from './state.js';

/** What the way back needs of the playground's store. */
interface Walk {
  readonly state: Readonly<PlaygroundState>;
  readonly trace: Trace | undefined;
  readonly steps: readonly Step[];
  readonly current: Step | undefined;
  /** What is differentiated; undefined without gradients. */
  readonly loss: Computed | undefined;
  goTo(path: string): void;
  update(patch: Patch): void;
}

/** The playground's gradients: a setting, and the steps downhill a list in its state. */
export class Way implements WayBack {
  readonly most = LIMITS.downhill;
  private readonly last = signal<{ after: readonly DownhillStep[]; loss: Computed } | undefined>(
    undefined,
  );

  /** `take` computes the parameters that the last of these steps leads to. */
  constructor(
    private readonly walk: Walk,
    private readonly take: (steps: readonly DownhillStep[]) => void,
  ) {}

  private get on(): boolean {
    return this.walk.state.gradients;
  }

  get taken(): number {
    return this.walk.state.downhill.length;
  }

  get loss(): Computed | undefined {
    return this.walk.loss;
  }

  get lossBefore(): Computed | undefined {
    const { value } = this.last;
    return value?.after === this.walk.state.downhill ? value.loss : undefined;
  }

  turn(on: boolean): void {
    const { walk } = this;
    const { path, gradient } = walk.current ?? {};
    if (on ? gradient : !this.on) return;
    const step = on ? path && gradientOf(path) : (gradient?.of ?? gradient?.through);
    if (on !== this.on) walk.update({ gradients: on, ...(step && { step }) });
    else if (step) walk.goTo(step);
    // What no number leads to, such as an id, has no gradient.
    if (on && !walk.current?.gradient) {
      const first = walk.steps.find(({ gradient }) => gradient);
      if (first) walk.goTo(first.path);
    }
  }

  descend(of: string, rate: number): void {
    const { walk } = this;
    const { trace, state, loss } = walk;
    if (!trace || loss === undefined || this.taken >= this.most) return;
    const downhill = [...state.downhill, { of, rate, edits: [...state.edits] }];
    this.take(downhill);
    // The edits of a weight have become part of it.
    const weights = new Set(of === '' ? trainable(trace) : [of]);
    walk.update({ downhill, edits: state.edits.filter(({ path }) => !weights.has(path)) });
    this.last.value = { after: downhill, loss };
  }
}
