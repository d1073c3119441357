import type {
  AttentionPlayground,
  ResidentTensor,
  Extent,
  SinusoidExplanation,
  Tensor,
  Trace,
} from '../../engine/types.js';
import type { Place } from '../../figures/matrix/paint.js';

/** Rows of dot products computed in one task, so that the page stays responsive. */
const ROWS_AT_ONCE = 64;

/** One table of positional encodings, and what is derived from it. Every number comes from the engine. */
export class Encoding {
  private disposed = false;

  private constructor(
    private readonly engine: AttentionPlayground,
    /** [length, dModel] */
    readonly table: Tensor,
    private readonly trace: Trace,
    private readonly turned: ResidentTensor,
  ) {}

  /** Makes each part in its own task: a large table takes about as long as a task may. */
  static async make(
    engine: AttentionPlayground,
    length: number,
    dModel: number,
  ): Promise<Encoding> {
    const table = engine.positionalEncoding({ length, dModel });
    await nextTask();
    const turned = engine.tensor([dModel, length], transposed(table));
    await nextTask();
    const trace = traceTable(engine, length, dModel);
    await nextTask();
    return new Encoding(engine, table, trace, turned);
  }

  get length(): number {
    return this.table.shape[0]!;
  }

  get dModel(): number {
    return this.table.shape[1]!;
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

  /** PE(a) · PE(b) for every a and b; undefined if the table was disposed meanwhile. */
  async allProducts(): Promise<Float32Array | undefined> {
    const all = new Float32Array(this.length * this.length);
    for (let first = 0; first < this.length; first += ROWS_AT_ONCE) {
      await nextTask();
      if (this.disposed) return undefined;
      const rows = Math.min(ROWS_AT_ONCE, this.length - first);
      all.set(this.productsOf(first, rows), first * this.length);
    }
    return all;
  }

  extent(numbers: Float32Array): Extent {
    return this.engine.extent({ shape: [numbers.length], data: numbers });
  }

  private productsOf(first: number, rows: number): Float32Array {
    const { dModel, engine } = this;
    const data = this.table.data.subarray(first * dModel, (first + rows) * dModel);
    return engine.matmul({ shape: [rows, dModel], data }, this.turned).data;
  }

  /** The explanation of one cell. */
  explain(position: number, column: number): SinusoidExplanation {
    return this.trace.explain(TABLE, [position, column]) as SinusoidExplanation;
  }

  /** The increase of the angle per position: the angle of position 1. */
  frequency(column: number): number {
    return this.explain(1, column).angle;
  }

  /** The number of positions in one period of a column of this frequency. */
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
    // A temperature of 1 adds no step.
    const last = steps.includes('tempered_scores') ? 'tempered_scores' : 'scores';
    const [turn] = trace.tensor(last).data;
    trace.dispose();
    return turn!;
  }

  dispose(): void {
    this.disposed = true;
    this.turned.dispose();
    this.trace.dispose();
  }
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** [dModel, length], so that a row times this is its product with every row. */
function transposed({ shape, data }: Tensor): Float32Array {
  const [length = 0, dModel = 0] = shape;
  const turned = new Float32Array(data.length);
  for (let row = 0; row < length; row += 1) {
    for (let column = 0; column < dModel; column += 1) {
      turned[column * length + row] = data[row * dModel + column]!;
    }
  }
  return turned;
}

/** The path of the table in a trace: the positions of the key vectors. */
const TABLE = 'memory.position_encoding';

/**
 * A trace that has the table as a step, to explain its cells. One query of zeros attends to as many rows of zeros as
 * there are positions, so that later steps cost next to nothing. At least two rows, as `frequency` reads position 1.
 */
function traceTable(engine: AttentionPlayground, length: number, dModel: number): Trace {
  const x = engine.tensor([1, dModel]);
  const memory = engine.tensor([Math.max(2, length), dModel]);
  try {
    return engine.traceAttention({ x, memory, positions: 'sinusoidal', projections: 'none' });
  } finally {
    x.dispose();
    memory.dispose();
  }
}

/** The user's choice of what to show. */
export interface Choice extends Place {
  /** The position whose encoding the row's is multiplied with. */
  other: number;
}
