import type { Evaluation, TrainingReport } from '../../../engine/types/index.js';
import type { Numbers } from '../../../engine/types/computed.js';

/** A moment at which a run was judged. */
export interface Point {
  update: number;
  evaluation: Evaluation;
  /** Of the last updates before it. */
  report?: TrainingReport;
}

/** The numbers of a run, update by update. Those of a repeated update replace the first, and equal them. */
export class Curve {
  private numbers: Numbers = new Float32Array(256);
  private length = 0;
  private judged: readonly Point[] = [];

  /** The training loss of each update, measured before it: the first is that of the untrained model. */
  get losses(): Numbers {
    return this.numbers.subarray(0, this.length);
  }

  get points(): readonly Point[] {
    return this.judged;
  }

  take({ update, losses }: TrainingReport): void {
    const first = update - losses.length;
    if (update > this.numbers.length) {
      const more: Numbers = new Float32Array(2 * update);
      more.set(this.losses);
      this.numbers = more;
    }
    this.numbers.set(losses, first);
    this.length = Math.max(this.length, update);
  }

  judge(point: Point): void {
    const others = this.judged.filter(({ update }) => update !== point.update);
    this.judged = [...others, point].sort((a, b) => a.update - b.update);
  }

  dropAfter(update: number): void {
    this.length = Math.min(this.length, update);
    this.judged = this.judged.filter((point) => point.update <= update);
  }

  /** Plain data. */
  kept(): KeptCurve {
    return { losses: this.losses.slice(), points: this.judged };
  }

  restore({ losses, points }: KeptCurve): void {
    this.numbers = losses.slice();
    this.length = losses.length;
    this.judged = points;
  }
}

export interface KeptCurve {
  losses: Numbers;
  points: readonly Point[];
}
