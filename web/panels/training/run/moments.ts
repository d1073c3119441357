import type { Evaluation, TrainerSnapshot, TrainingReport } from '../../../engine/types/index.js';
import type { Answer } from './answers.js';

/** A moment of a run that is kept: training goes on from it as if it had not stopped. */
export interface Moment {
  /** How many updates were made before it. */
  update: number;
  snapshot: TrainerSnapshot;
  evaluation: Evaluation;
  /** What the model answered then; asked for when it is looked at. */
  answers?: readonly Answer[];
  /** What the last updates before it did; none at the start. */
  report?: TrainingReport;
  /** The user keeps it: it does not make room for others. */
  pinned: boolean;
}

/** So many are kept beside those that the user pins: a bound for the memory, however long a run is. */
export const MOST_MOMENTS = 24;

/** The kept moments of a run, in their order. The longer the run, the farther they are apart. */
export class Moments {
  private kept: readonly Moment[] = [];

  get all(): readonly Moment[] {
    return this.kept;
  }

  get last(): Moment | undefined {
    return this.kept.at(-1);
  }

  at(update: number): Moment | undefined {
    return this.kept.find((moment) => moment.update === update);
  }

  /** Whether it is kept still, whatever has become known of it since. */
  has({ snapshot }: Moment): boolean {
    return this.kept.some((moment) => moment.snapshot === snapshot);
  }

  add(moment: Moment): void {
    const others = this.kept.filter(({ update }) => update !== moment.update);
    const later = others.findIndex(({ update }) => update > moment.update);
    const place = later < 0 ? others.length : later;
    this.kept = [...others.slice(0, place), moment, ...others.slice(place)];
    while (this.kept.filter(({ pinned }) => !pinned).length > MOST_MOMENTS) this.thin();
  }

  /** Replaces what is known of a moment. */
  change(moment: Moment, patch: Partial<Moment>): Moment {
    const changed = { ...(this.at(moment.update) ?? moment), ...patch };
    this.kept = this.kept.map((each) => (each.update === moment.update ? changed : each));
    return changed;
  }

  /** Drops those after an update: other settings lead elsewhere. */
  dropAfter(update: number): void {
    this.kept = this.kept.filter((moment) => moment.update <= update);
  }

  /** The nearest one on the way from an update to another. */
  towards(place: number, from: number): Moment | undefined {
    return place > from
      ? this.kept.find(({ update }) => update >= place)
      : [...this.kept].reverse().find(({ update }) => update <= place);
  }

  /** Drops the one whose neighbours are nearest to each other; never the first or the last. */
  private thin(): void {
    let least = Infinity;
    let drop: Moment | undefined;
    for (let i = 1; i + 1 < this.kept.length; i += 1) {
      const gap = this.kept[i + 1]!.update - this.kept[i - 1]!.update;
      if (this.kept[i]!.pinned || gap >= least) continue;
      least = gap;
      drop = this.kept[i];
    }
    this.kept = this.kept.filter((moment) => moment !== drop);
  }
}
