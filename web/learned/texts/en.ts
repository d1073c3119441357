import { claims, type ModelClaim } from '../claims/en.js';
import type { ShippedName } from '../names.js';

/** The words of one trained model's card. */
export interface ModelText extends ModelClaim {
  /** What it was trained on. */
  data: string;
  /** What its heads do. */
  heads: string;
  /** What it cannot do. */
  cannot: string;
}

const walks = {
  data: 'Random rings of 8 to 12 of 16 letters, walked again and again, with a jump at 15 % of the steps. It learns only where a step was seen before.',
  cannot: 'Sixteen letters are all that it knows. After a jump nobody can tell what comes next.',
};

export const texts: Readonly<Record<ShippedName, ModelText>> = {
  'referent-emergent': {
    ...claims['referent-emergent'],
    data: '16,800 sentences like “the dog finished the bread because it was hungry” in each language, English and Chinese, active and passive. At “it” the model is to name the word that “it” means; judged by sentences of which neither noun was seen with the adjective.',
    heads:
      'Layer 1 carries the adjective to “it”, through four numbers alone. The only head of layer 2 looks from “it” to the noun that the adjective fits, and its answer is what it finds there: nothing else reaches the output.',
    cannot:
      'It knows 140 words and these two kinds of sentences. In some it looks at the adjective or elsewhere and is right all the same, by what layer 1 has already passed on.',
  },
  referent: {
    ...claims.referent,
    data: 'The same sentences. The loss compares the weights of one head at “it” with the right word.',
    heads:
      'The first head of layer 2 points because it was told to; what it needs for that, layer 1 gathers by itself.',
    cannot: 'It says where, and no word. It knows 140 words and these two kinds of sentences.',
  },
  'translation-textbook': {
    ...claims['translation-textbook'],
    data: 'Sentences like “Tom stole four small fish at the school today”, whose Chinese begins with time and place and has words of measure: 816,480 combinations, 8,000 of them for training. Pairs of adjective and noun are held out.',
    heads:
      'In the decoder’s last cross-attention, the position that writes a Chinese word looks at the English word that it comes from, also where the order changes.',
    cannot: 'It knows 60 English and 72 Chinese words, and one pattern of sentences.',
  },
  'four-pairs': {
    ...claims['four-pairs'],
    data: 'I am a student, I am a teacher, Good morning, Thank you very much, with their Chinese.',
    heads: 'Nothing that can be named: what is learned by heart needs no alignment.',
    cannot: 'Any other sentence.',
  },
  numbers: {
    ...claims.numbers,
    data: 'Numbers from 0 to 99,999 in British words, a tenth held out. Values of cross-attention are the raw word embeddings, which is not the textbook’s way: the decoder learns a word only by looking at it.',
    heads: 'Cross-attention finds the word of the digit that is written next.',
    cannot:
      'Where it looks as it writes 十, 百, 千, 零 follows no rule that we could find. Larger numbers, and 两.',
  },
  'ring-before': {
    ...claims['ring-before'],
    heads: 'Layer 1 has begun to look one position back; layer 2 does not use it yet.',
    ...walks,
  },
  'ring-jump': {
    ...claims['ring-jump'],
    heads: 'Both heads are forming: one looks back, the other begins to find what it brought.',
    ...walks,
  },
  ring: {
    ...claims.ring,
    heads:
      'Layer 1: from each letter to the one before it. Layer 2: from a letter to the one that followed it the last time (an induction head), which is the answer.',
    ...walks,
  },
  reverse: {
    ...claims.reverse,
    data: 'Lists of 8 to 12 of 16 letters.',
    heads: 'Cross-attention reads the source from back to front.',
    cannot: 'Lists longer than 12: it has learned positions, and no more.',
  },
  sort: {
    ...claims.sort,
    data: 'Lists of 8 to 12 of 16 letters.',
    heads: 'Cross-attention looks by content, at a letter equal to the one to be written.',
    cannot: 'Lists longer than 12, and letters after p.',
  },
  'verse-en': {
    ...claims['verse-en'],
    data: 'Four lines from 10 templates, 10 adjectives and 10 groups of four rhyming nouns. Lines 1 and 2 rhyme, and 3 and 4.',
    heads:
      'At the end of a line heads look back at the end of the line that it rhymes with, though none does so always.',
    cannot: 'It has 80 words and no meaning in mind.',
  },
  'verse-zh': {
    ...claims['verse-zh'],
    data: 'Four lines of five characters from 14 noun phrases, 14 verbs and 24 endings in four groups of rhymes. Groups in doubt were left out.',
    heads: 'At the end of line 4 the heads of layer 2 together look at the end of line 2 in {all}.',
    cannot: 'It has 83 characters and no meaning in mind.',
  },
};
