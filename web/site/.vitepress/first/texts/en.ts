/** The words of the first screen around the live figure; {…} are numbers of the engine, or words of its sentence. */
export const texts = {
  promise:
    'You know what “{asked}” means. This small network was never told: it learned where to look. The numbers are its attention weights.',
  predict: 'Predict',
  question: 'We change “{word}” to “{other}”. Where will “{asked}” look then?',
  both: 'both',
  show: 'Show me',
  guessed: 'You say: {guess}. Now change the word and see.',
  change: '{word} → {other}',
  turned: '“{asked}” looks at “{turned}” now: {weight}.',
  /** Between two sentences. */
  space: ' ',
  verdict: {
    right: 'You saw it coming.',
    stays: 'Not at “{meant}”: the sentence still has it, but one word decided otherwise.',
    both: 'It may share its attention: all it gives adds up to 1. Here nearly all goes to one word.',
    shown: 'One word turned it round.',
  },
  cutNow: 'Is it this head that knows? Press “{cut}” below the figure.',
  wasCut: 'The answer is lost: this head carried what “{asked}” means.',
  stayed: 'The answer is still the same.',
  walk: 'See where {weight} comes from',
  back: 'Back to the question',
  again: 'Once more',
};
