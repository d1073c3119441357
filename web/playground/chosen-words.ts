import type { Step, Tensor } from '../engine/types/index.js';
import { hasCell, largestOf, rowOf } from '../trace/cells.js';
import { isWeights } from '../trace/operations.js';
import { placeOfWords, RememberedWords, type AxisLabels } from '../trace/word-labels.js';
import type { PlaygroundState } from './state.js';

/** What words are chosen from. */
interface Shown {
  /** The step that is shown. */
  readonly current: Step | undefined;
  readonly isGuided: boolean;
  step(path: string): Step | undefined;
  tensor(path: string): Tensor;
  labels(step: Step, axis: number, batch: number): string[] | undefined;
}

type Chosen = Pick<PlaygroundState, 'cell' | 'focusToken'>;

/**
 * What a person has chosen by its word stays that word when a sentence changes, wherever it stands then: a cell, and a word
 * among the lines. Where a person is led, whoever looked at the key with the largest weight looks at that one after it.
 */
export class ChosenWords {
  private readonly ofCell = new RememberedWords();
  private readonly ofFocus = new RememberedWords();

  constructor(private readonly shown: Shown) {}

  /**
   * Before a change from one state to the next, which chooses the same or something else. Returns what is chosen after it,
   * once the new trace is there; `settle` is told of what was taken in the end.
   */
  follow(
    before: PlaygroundState,
    next: PlaygroundState,
  ): { moved: () => Chosen; followsLargest: boolean; settle: (after: PlaygroundState) => void } {
    const { cell, focusToken } = next;
    const words = cell && this.ofCell.of(cell, cell, this.labelsOfCell(before));
    const focused =
      focusToken &&
      this.ofFocus.of(focusToken, [focusToken.index], this.labelsOfFocus(before, focusToken));
    const sameCell = words && cell === before.cell;
    const sameFocus = focused && focusToken === before.focusToken;
    return {
      moved: () => ({
        cell: sameCell ? placeOfWords(words, this.labelsOfCell(before)) : cell,
        focusToken: sameFocus
          ? {
              ...focusToken,
              index: placeOfWords(focused, this.labelsOfFocus(before, focusToken))[0]!,
            }
          : focusToken,
      }),
      followsLargest:
        cell === before.cell && this.shown.isGuided && this.largest(before) === before.cell?.at(-1),
      settle: (after) => {
        if (sameCell) this.ofCell.keep(after.cell, words, this.labelsOfCell(after));
        if (sameFocus && after.focusToken)
          this.ofFocus.keep(after.focusToken, focused, this.labelsOfFocus(after, after.focusToken));
      },
    };
  }

  /** The key that the chosen word looks at most, of the weights that are shown; undefined elsewhere. */
  largest({ cell, cellStep }: PlaygroundState): number | undefined {
    const { current } = this.shown;
    if (!current || !cell || !isWeights(current) || cellStep) return undefined;
    return hasCell(current, cell)
      ? largestOf(rowOf(this.shown.tensor(current.path), cell))
      : undefined;
  }

  /** Labels of each axis of the chosen cell's step. */
  private labelsOfCell({ cellStep, step: current, batch }: PlaygroundState): AxisLabels {
    const step = this.shown.step(cellStep || current);
    return step?.axes.map((_, axis) => this.shown.labels(step, axis, batch)) ?? [];
  }

  /** The words that a chosen one is among: of the weights that are shown. */
  private labelsOfFocus(
    { step: current, batch }: PlaygroundState,
    { side }: NonNullable<PlaygroundState['focusToken']>,
  ): AxisLabels {
    const step = this.shown.step(current);
    const axis = step?.axes.indexOf(side) ?? -1;
    return [step && axis >= 0 ? this.shown.labels(step, axis, batch) : undefined];
  }
}
