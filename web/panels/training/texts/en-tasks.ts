/** Each task by a person's name, and what is learned. */
export const taskTexts = {
  'four-pairs': {
    name: 'Four pairs, by heart',
    about:
      'Four short sentences and their Chinese, learned by heart in well under a second. Its heads mean nothing: with four pairs, any way to tell them apart will do.',
  },
  ring: {
    name: 'The ring: induction heads',
    about:
      'Tokens walk round a hidden ring. To know what comes next, a head must find where the same token stood before, and look at what followed it: an induction head. The loss stays, then falls all at once.',
  },
  referent: {
    name: 'What does “it” refer to? (pointing)',
    about:
      'From “it” the model points at a word of its sentence, English or Chinese. The output is the first head of the last layer, so this head is trained to point.',
  },
  'referent-emergent': {
    name: 'What does “it” refer to? (by itself)',
    about:
      'The model only has to name the word, but its last layer has nothing except one head: so the head finds the referent, although nobody tells it where to look.',
  },
  phrases: {
    name: '37 phrases',
    about:
      '“She is a singer” and its like, English to Chinese. Six combinations are held out; a head finds the profession and looks there.',
  },
  translation: {
    name: 'Translation, English to Chinese',
    about:
      'Sentences with subject, verb, number, noun, place and time, whose order differs in Chinese. The decoder’s cross-attention looks at the word that it translates: it must, as its values are the words themselves (not the textbook’s way).',
  },
  'translation-textbook': {
    name: 'Translation, the textbook’s model',
    about:
      'The same sentences, with two layers, post-norm, and values from the encoder’s output, as in the paper. Slower, and its heads align less sharply.',
  },
  numbers: {
    name: 'Numbers in words',
    about:
      '“thirty nine thousand one hundred” to 三万九千一百: words for digits are looked up, and the units of Chinese, 万 千 百 十, come in another order.',
  },
  reverse: {
    name: 'Backwards',
    about: 'A list of symbols is written backwards: the head walks along the list from its end.',
  },
  copy: {
    name: 'Copy',
    about: 'A list of symbols is written again: the head walks along the list, a diagonal.',
  },
  sort: {
    name: 'Sort',
    about:
      'A list of symbols is written in order: the head looks at the smallest symbol that is left.',
  },
  'verse-en': {
    name: 'Verse that rhymes, English',
    about:
      'Four lines that rhyme in pairs, written by chance at temperature 1. Before it ends a line, a head of the last layer looks back at the ending to rhyme with.',
  },
  'verse-zh': {
    name: 'Verse that rhymes, Chinese',
    about:
      'Four lines of five characters, of which the second and the fourth rhyme, written by chance at temperature 1.',
  },
  own: {
    name: 'Your own pairs',
    about:
      'An encoder–decoder learns to make the second sentence of the first, from pairs that you give.',
  },
};
