// Numbers that a kernel computed, by their type. The page prints and draws them, and computes nothing from them: the rule
// in scripts/checks/no-arithmetic-on-data.mjs sees by these types what arithmetic is done on. The package declares plain
// numbers and Float32Arrays instead (scripts/build/types.mjs), and any of these is accepted here.

/** A number that a kernel computed. */
export type Computed = number & { readonly computed?: true };

type Each<All, Result = unknown> = (value: Computed, index: number, all: All) => Result;
type Join<All, Sum> = (sum: Sum, value: Computed, index: number, all: All) => Sum;

/** The numbers of a tensor: a Float32Array whose elements are computed. */
export interface Numbers<
  Buffer extends ArrayBufferLike = ArrayBufferLike,
> extends Float32Array<Buffer> {
  [index: number]: Computed;
  [Symbol.iterator](): ArrayIterator<Computed>;
  values(): ArrayIterator<Computed>;
  entries(): ArrayIterator<[number, Computed]>;
  at(index: number): Computed | undefined;
  find(wanted: Each<this>): Computed | undefined;
  findIndex(wanted: Each<this>): number;
  every(holds: Each<this>): boolean;
  some(holds: Each<this>): boolean;
  forEach(visit: Each<this, void>): void;
  map(make: Each<this, Computed>): Numbers<ArrayBuffer>;
  filter(keeps: Each<this>): Numbers<ArrayBuffer>;
  reduce<Sum = Computed>(join: Join<this, Sum>, first?: Sum): Sum;
  reduceRight<Sum = Computed>(join: Join<this, Sum>, first?: Sum): Sum;
  set(values: ArrayLike<Computed>, from?: number): void;
  indexOf(value: Computed, from?: number): number;
  slice(from?: number, to?: number): Numbers<ArrayBuffer>;
  subarray(from?: number, to?: number): Numbers<Buffer>;
}

/** The same in double precision, read by place or one after the other: its methods give plain numbers. */
export type Doubles = ArrayLike<Computed> & Iterable<Computed> & Float64Array;
