import type { AttentionPlayground, Extent, Step, Tensor } from '../../../engine/types/index.js';
import { LiveStore, type Pass } from '../run/live.js';

/** What was subtracted, and from what. */
interface Known {
  of: Tensor;
  difference: Tensor;
}

/** A pass minus another one, step by step: signed numbers, whatever the steps hold. */
export class DifferenceStore extends LiveStore {
  private readonly known = new WeakMap<Tensor, Known>();
  private readonly signed = new WeakMap<Step, Step>();

  constructor(
    private readonly measuring: AttentionPlayground,
    pass: Pass,
    private readonly other: LiveStore,
    lang: 'en' | 'zh',
  ) {
    super(pass, lang);
  }

  override tensor(path: string): Tensor {
    const own = super.tensor(path);
    const of = this.other.tensor(path);
    const found = this.known.get(own);
    if (found?.of === of) return found.difference;
    const difference = this.trace!.difference(this.other.trace!, path);
    this.known.set(own, { of, difference });
    return difference;
  }

  override extent(path: string): Extent {
    return this.measuring.extent(this.tensor(path));
  }

  /** A difference of weights is no share, and is coloured as all signed numbers are. */
  override step(path: string): Step | undefined {
    const step = super.step(path);
    if (!step) return undefined;
    const known = this.signed.get(step) ?? { ...step, role: 'output', op: 'add' };
    this.signed.set(step, known);
    return known;
  }
}
