// The names of a program's variables: one for each step, made from its path.

/** Words of Python, and names that programs use themselves. */
const taken = [
  ...[
    'False',
    'None',
    'True',
    'and',
    'as',
    'assert',
    'async',
    'await',
    'break',
    'class',
    'continue',
  ],
  ...['def', 'del', 'elif', 'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import'],
  ...['in', 'is', 'lambda', 'nonlocal', 'not', 'or', 'pass', 'raise', 'return', 'try', 'while'],
  ...['with', 'yield'],
  ...['F', 'base64', 'bytearray', 'len', 'math', 'max', 'np', 'print', 'row', 'torch'],
  // Of the parts of a line, and of constants.
  ...['angle', 'd', 'e', 'T', 'S', 'd_k', 'd_model', 'n_heads', 'scale', 'temperature'],
  // Of the program around the lines.
  ...['data', 'shape', 'text', 'stored', 'expected', 'same', 'off', 'size'],
];

/** Gives each path its own variable: `encoder.0.norm_1` is `encoder_0_norm_1`. */
export class Names {
  readonly #taken = new Set(taken);
  readonly #byPath = new Map<string, string>();

  constructor(paths: readonly string[]) {
    for (const path of paths) this.#byPath.set(path, this.#free(path.replace(/\W/g, '_')));
  }

  of(path: string): string {
    return this.#byPath.get(path) ?? '';
  }

  /** The variable of what belongs to a step: the cells that its dropout kept are `…_kept`. */
  beside(path: string, what: string): string {
    const key = `${path} ${what}`;
    const known = this.#byPath.get(key) ?? this.#free(`${this.of(path)}_${what}`);
    this.#byPath.set(key, known);
    return known;
  }

  #free(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free); number++) free = `${name}_${number}`;
    this.#taken.add(free);
    return free;
  }
}
