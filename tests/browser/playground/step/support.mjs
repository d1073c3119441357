// Pages with figures alone.

const sentences = [
  'The cat sat on the mat.',
  'A small boat crossed the cold lake',
  'She opened the old door slowly',
  'Rain fell on the empty street',
  'Two birds sang above the river',
];
const kinds = [
  'step="weights" view="lines"',
  'step="weights" view="matrix"',
  'step="scores" d-model="16"',
  'step="weights" view="matrix" mask="causal"',
];

/** The markup of so many different ones: sentences, heads, lines and matrices. */
export const figures = (count) =>
  Array.from({ length: count }, (_, i) => {
    const sentence = sentences[i % sentences.length];
    const kind = kinds[i % kinds.length];
    const heads = [1, 2, 4, 8][Math.floor(i / 4) % 4];
    return `<attention-step ${kind} heads="${heads}" head="${i % heads}" seed="${i + 1}" sentence="${sentence}"></attention-step>`;
  });

/** A column as a page of documentation has it. */
export const column = `<style>body { max-width: 760px; margin: 16px auto; padding: 0 16px; } attention-step { margin-block: 24px; }</style>`;
