export type ErrorCode =
  | 'rank' // wrong number of axes
  | 'shape' // wrong size along an axis
  | 'size' // data and shape disagree
  | 'not_finite' // NaN or infinity where none is allowed
  | 'heads' // heads do not divide the width
  | 'range' // a number outside what is accepted
  | 'option' // no option of that name
  | 'type' // not of an accepted type
  | 'missing' // a required argument is absent
  | 'conflict' // two arguments that exclude each other
  | 'overflow' // the shape's product is larger than memory can be
  | 'memory' // not enough memory
  | 'step' // no step of that path
  | 'index' // no cell of that index
  | 'view' // the memory order does not allow this view
  | 'file' // bytes that are not what a file's format says
  | 'disposed'
  // why the engine cannot start
  | 'unsupported' // no WebAssembly, or none with SIMD
  | 'policy' // the page's content security policy forbids it
  | 'network' // no answer
  | 'unavailable' // no such file, or the server answers with an error, such as 404
  | 'not_wasm' // other bytes, such as a page of the server
  | 'mismatch' // a WebAssembly module, but not of this version
  | 'script'; // a script that is fetched later, such as that of the texts, could not be loaded

/** What was wrong, in fields that a program can read; every error that the engine throws has them. */
export interface ErrorRecord {
  code: ErrorCode;
  /** The argument's name: `key`, `numHeads`, `attnMask`. */
  argument: string;
  actual: string;
  expected: string;
}
