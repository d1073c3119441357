import { parseNumber } from '../../../trace/numbers.js';
import { SIDES, type Side } from './experiments.js';

/** How much of it each run gets right at the end, in percent; none where a person has left it open. */
export type Guesses = Readonly<Partial<Record<Side, number>>>;

/** Guesses while they can be changed. */
export class GuessDraft {
  made: Guesses = {};
  refused: Readonly<Partial<Record<Side, string>>> = {};
  /** Whether anything stands in a field, also what is still being typed. */
  isTyped = false;

  get isEmpty(): boolean {
    if (this.isTyped) return false;
    return SIDES.every((side) => this.made[side] === undefined && !this.refused[side]);
  }

  get isRefused(): boolean {
    return SIDES.some((side) => this.refused[side] !== undefined);
  }

  /** Takes what a person has typed for one run: nothing is no guess, and what is no percentage is refused. */
  take(side: Side, text: string): void {
    const { [side]: _made, ...made } = this.made;
    const { [side]: _refused, ...refused } = this.refused;
    const typed = text.replace(/[%％]\s*$/, '').trim();
    const value = parseNumber(typed);
    const fits = value >= 0 && value <= 100;
    this.made = fits ? { ...made, [side]: Number(value.toFixed(1)) } : made;
    this.refused = fits || typed === '' ? refused : { ...refused, [side]: text.slice(0, 40) };
  }
}
