import type { Computed, Numbers } from '../../engine/types/computed.js';
import type {
  AttentionPlayground,
  Extent,
  SinusoidExplanation,
  Tensor,
  Trace,
} from '../../engine/types/index.js';
import type { Dictionary } from '../../i18n/index.js';
import { nextTask } from '../../kit/element/turns.js';
import type { CellRef } from '../../trace/store.js';
import { PanelStore, type PanelTrace } from '../panel-store.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';

/** The step of the table in its trace: the positions of the key vectors. */
export const TABLE = 'memory.position_encoding';
/** The step of the dot products of all positions. */
export const PAIRS = 'scores';

export interface Size {
  length: number;
  dModel: number;
}

/** The user's choice of what to show: a cell of the table, and the position that the row's is multiplied with. */
export interface ChosenCell {
  row: number;
  column: number;
  other: number;
}

/** What a panel shows first, as far as its table reaches. */
export const FIRST: ChosenCell = { row: 20, column: 64, other: 32 };

/** A trace in whose maps two axes have names of their own. */
class MapStore extends PanelStore<Size> {
  private mapped: { of: Dictionary; texts: Dictionary } | undefined;

  constructor(
    panel: Omit<PanelTrace<Size>, 'tokens'>,
    size: Size,
    private readonly names: (t: Texts, of: Dictionary) => Partial<Dictionary>,
  ) {
    super({ ...panel, tokens: () => () => undefined }, size);
  }

  override get t(): Dictionary {
    const of = super.t;
    if (this.mapped?.of !== of) {
      const texts = { ...of, ...this.names(this.state.lang === 'zh' ? zh : en, of) };
      this.mapped = { of, texts };
    }
    return this.mapped.texts;
  }
}

/** One table of positional encodings, and what is derived from it. Every number comes from the engine. */
export class Encoding {
  readonly table: PanelStore<Size>;
  /** The dot products of the table's rows, from its own scores. */
  readonly pairs: PanelStore<Size>;
  /** Whether the products may be shown. */
  multiplied = false;
  private first: Trace | undefined;

  constructor(
    private readonly engine: AttentionPlayground,
    readonly size: Size,
  ) {
    this.table = new MapStore({ make: traceTable, first: { step: TABLE } }, size, (t, of) => ({
      axes: { ...of.axes, memory_token: t.position, d_model: t.column },
    }));
    const make = (): Trace =>
      engine.traceAttention({ x: this.numbers, projections: 'none', scale: 1 });
    this.pairs = new MapStore({ make, first: { step: PAIRS } }, size, (t, of) => ({
      axes: { ...of.axes, query: t.axisA, key: t.axisB },
    }));
    this.table.start(engine);
  }

  /** In a task of its own, and drawn in the next: the products of a large table take about as long as a task may. */
  async multiply(): Promise<void> {
    this.pairs.start(this.engine);
    await nextTask();
    this.multiplied = true;
  }

  get stores(): readonly PanelStore<Size>[] {
    return this.multiplied ? [this.table, this.pairs] : [this.table];
  }

  get length(): number {
    return this.size.length;
  }

  get dModel(): number {
    return this.size.dModel;
  }

  /** [length, dModel] */
  private get numbers(): Tensor {
    return this.table.tensor(TABLE);
  }

  value(position: number, column: number): Computed {
    return this.numbers.data[position * this.dModel + column]!;
  }

  /** PE(position): a row of the table. */
  row(position: number): Numbers {
    return this.numbers.data.subarray(position * this.dModel, (position + 1) * this.dModel);
  }

  /** One column over all positions. */
  column(column: number): Numbers {
    return Float32Array.from(
      Array.from({ length: this.length }, (_, position) => this.value(position, column)),
    );
  }

  /** PE(position) · PE(b) for every b. */
  products(position: number): Numbers {
    const { length } = this;
    return this.pairs.tensor(PAIRS).data.subarray(position * length, (position + 1) * length);
  }

  extent(numbers: Numbers): Extent {
    return this.engine.extent({ shape: [numbers.length], data: numbers });
  }

  /** The explanation of one cell. */
  explain(position: number, column: number): SinusoidExplanation {
    return this.table.trace!.explain(TABLE, [position, column]) as SinusoidExplanation;
  }

  /** The increase of the angle per position: the angle of position 1. */
  frequency(column: number): Computed {
    const { engine, dModel } = this;
    this.first ??= traceTable(engine, { length: 2, dModel });
    return (this.first.explain(TABLE, [1, column]) as SinusoidExplanation).angle;
  }

  /** The number of positions in one period of a column of this frequency. */
  wavelength(frequency: Computed): Computed {
    // The engine divides scores by a temperature: here one score, 2π, by the frequency.
    const trace = this.engine.traceAttention({
      x: [[1]],
      memory: [[2 * Math.PI]],
      projections: 'none',
      scale: 1,
      // eslint-disable-next-line own/no-arithmetic-on-data -- the engine divides
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
    this.pairs.dispose();
    this.table.dispose();
    this.first?.dispose();
    this.first = undefined;
  }
}

/**
 * A trace that has the table as a step. One query of zeros attends to as many rows of zeros as there are positions, so
 * that later steps cost next to nothing.
 */
function traceTable(engine: AttentionPlayground, { length, dModel }: Size): Trace {
  const x = engine.tensor([1, dModel]);
  const memory = engine.tensor([length, dModel]);
  try {
    return engine.traceAttention({ x, memory, positions: 'sinusoidal', projections: 'none' });
  } finally {
    x.dispose();
    memory.dispose();
  }
}

export const cellOf = ({ row, column }: Pick<ChosenCell, 'row' | 'column'>): CellRef => ({
  path: TABLE,
  index: [row, column],
});
