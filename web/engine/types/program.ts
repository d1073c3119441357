export type ProgramLanguage = 'torch' | 'numpy';

export interface ProgramOptions {
  language: ProgramLanguage;
  /** The path of the last step of the program; all steps of the trace by default. */
  upTo?: string;
  /** Only the step `upTo`: what it reads are recorded numbers. False by default. */
  alone?: boolean;
  /** A Python script (default), or a Jupyter notebook: nbformat 4.5. */
  format?: 'py' | 'ipynb';
  /** The name of the file that the program loads if its numbers take more than 4 MB; `walk.npz` by default. */
  dataFile?: string;
}

/** A trace as a program. */
export interface Program {
  /** The script, or the notebook as JSON. */
  source: string;
  /** The file with the numbers, to be stored beside the program; absent if the program contains them. */
  data?: Uint8Array;
}
