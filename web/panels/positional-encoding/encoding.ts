import type {
  AttentionPlayground,
  ResidentTensor,
  SinusoidExplanation,
  Tensor,
  Trace,
} from '../../engine/types.js';

/** Rows of dot products made in one task, so that the page answers in between. */
const ROWS_AT_ONCE = 64;

/** One table of positional encodings, and all that is asked of it. Every number comes from the engine. */
export class Encoding {
  readonly table: Tensor;
  private turned: ResidentTensor | undefined;
  private traced: Trace | undefined;
  private disposed = false;

  constructor(
    private readonly engine: AttentionPlayground,
    readonly length: number,
    readonly dModel: number,
  ) {
    this.table = engine.positionalEncoding({ length, dModel });
  }

  value(position: number, column: number): number {
    return this.table.data[position * this.dModel + column]!;
  }

  /** PE(position): a row of the table. */
  row(position: number): Float32Array {
    return this.table.data.subarray(position * this.dModel, (position + 1) * this.dModel);
  }

  /** One column over all positions. */
  column(column: number): Float32Array {
    return Float32Array.from({ length: this.length }, (_, position) =>
      this.value(position, column),
    );
  }

  /** PE(position) · PE(b) for every b. */
  products(position: number): Float32Array {
    return this.productsOf(position, 1);
  }

  /** PE(a) · PE(b) for every a and b; undefined when the table was given up meanwhile. */
  async allProducts(): Promise<Float32Array | undefined> {
    const all = new Float32Array(this.length * this.length);
    for (let first = 0; first < this.length; first += ROWS_AT_ONCE) {
      await new Promise((resolve) => setTimeout(resolve));
      if (this.disposed) return undefined;
      const rows = Math.min(ROWS_AT_ONCE, this.length - first);
      all.set(this.productsOf(first, rows), first * this.length);
    }
    return all;
  }

  private productsOf(first: number, rows: number): Float32Array {
    const { dModel, engine } = this;
    this.turned ??= engine.tensor([dModel, this.length], this.transposed());
    const data = this.table.data.subarray(first * dModel, (first + rows) * dModel);
    return engine.matmul({ shape: [rows, dModel], data }, this.turned).data;
  }

  private transposed(): Float32Array {
    const { length, dModel } = this;
    const data = new Float32Array(length * dModel);
    for (let row = 0; row < length; row += 1) {
      for (let column = 0; column < dModel; column += 1) {
        data[column * length + row] = this.value(row, column);
      }
    }
    return data;
  }

  /** How one cell came about. */
  explain(position: number, column: number): SinusoidExplanation {
    this.traced ??= this.trace();
    return this.traced.explain('position_encoding', [position, column]) as SinusoidExplanation;
  }

  /** What the angle grows by from one position to the next: the angle of position 1. */
  frequency(column: number): number {
    return this.explain(1, column).angle;
  }

  /** In how many positions a column of this frequency goes once around. */
  wavelength(frequency: number): number {
    // The engine divides scores by a temperature: here one score, 2π, by the frequency.
    const trace = this.engine.traceAttention({
      x: [[1]],
      memory: [[2 * Math.PI]],
      projections: 'none',
      scale: 1,
      temperature: frequency,
    });
    const steps = trace.steps.map(({ path }) => path);
    // A temperature of 1 is no step.
    const last = steps.includes('tempered_scores') ? 'tempered_scores' : 'scores';
    const [turn] = trace.tensor(last).data;
    trace.dispose();
    return turn!;
  }

  /**
   * A trace that holds this table as a step. Word vectors of zeros ask a memory of one row, so that what follows the
   * table costs no more than the table itself. Two rows at least: `frequency` asks for position 1.
   */
  private trace(): Trace {
    const { dModel } = this;
    const rows = Math.max(2, this.length);
    const zeros = (count: number) => ({
      shape: [count, dModel],
      data: new Float32Array(count * dModel),
    });
    return this.engine.traceAttention({
      x: zeros(rows),
      memory: zeros(1),
      positions: 'sinusoidal',
      projections: 'none',
    });
  }

  dispose(): void {
    this.disposed = true;
    this.turned?.dispose();
    this.traced?.dispose();
    this.turned = undefined;
    this.traced = undefined;
  }
}
