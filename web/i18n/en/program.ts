/** The walk as a program: its lines around a step, and what is copied and saved. */
export const program = {
  language: 'Language of the program',
  lines: 'Lines of the program around this step',
  note: 'Each step is one line of a program that runs by itself, with the data in it. Weights are [in, out] here; PyTorch’s Linear stores the transpose.',
  copyStep: 'Copy this step',
  copyProgram: 'Copy the program',
  saveScript: 'Save as .py',
  saveNotebook: 'Save as .ipynb',
  writing: 'Writing the program …',
  saved: 'Saved',
  dataFile: 'The data were saved as {file}. Keep it beside the program.',
  changed: 'The numbers have changed meanwhile. Please try again.',
};
