// How the options of a function are described: a table has one entry for each, which says what it takes and what stands
// for it. Types and documentation are in web/engine/types; the compiler holds tables against them.

interface Flag {
  kind: 'flag';
  default?: boolean;
}

interface Whole {
  kind: 'whole';
  least: number;
  /** Inclusive; 2³¹ − 1 by default. */
  most?: number;
  default?: number;
  required?: true;
}

/** A number, of those for which `fits` is true; `accepted` says in words which. Without it the core checks more. */
interface Real {
  kind: 'real';
  fits?: (value: number) => boolean;
  accepted?: string;
  /** Of the error; range by default. */
  code?: 'range' | 'not_finite';
  default?: number;
}

interface Choice {
  kind: 'choice';
  of: readonly string[];
  default?: string;
  required?: true;
}

interface Text {
  kind: 'text';
  /** What it says: 'a token'. */
  accepted: string;
  /** Of the error; type by default. */
  code?: 'type' | 'step';
  default?: string;
}

interface Callback {
  kind: 'callback';
}

/** An object of the host, or its text: an address. */
interface Hosted {
  kind: 'hosted';
  is: (value: unknown) => boolean;
  accepted: string;
}

/** What its function reads and checks, as it is given. */
interface Given {
  kind: 'given';
}

interface Naming {
  /** PyTorch's other name for the same thing, which is accepted too. */
  also?: string;
  /** Its name in errors, if that is not its own. */
  argument?: string;
}

export type Option = Readonly<
  (Flag | Whole | Real | Choice | Text | Callback | Hosted | Given) & Naming
>;
export type Table = Readonly<Record<string, Option>>;

/** What can describe an option of type `Value`: 'a' | 'b' is a choice, string a text. */
type OptionFor<Value> = [Value] extends [boolean]
  ? Flag
  : [Value] extends [number]
    ? Whole | Real
    : [Value] extends [string]
      ? string extends Value
        ? Text
        : Omit<Choice, 'of'> & { of: readonly Value[] }
      : [Value] extends [(...args: never[]) => unknown]
        ? Callback
        : Hosted | Given;

/** Every option of a type has an entry, but for `Others`, which are PyTorch's other names: see `also`. */
export type TableOf<Options, Others extends keyof Options = never> = {
  readonly [Name in Exclude<keyof Options, Others>]-?: OptionFor<
    Exclude<Options[Name], undefined>
  > &
    Naming;
};

/** Options as they are read: those with a default, and those that are required, are there. */
export type Read<Options, Of> = {
  [Name in keyof Of & keyof Options]: Of[Name] extends { default: unknown } | { required: true }
    ? Exclude<Options[Name], undefined>
    : Options[Name] | undefined;
};
