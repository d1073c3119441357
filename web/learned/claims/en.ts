import type { ShippedName } from '../names.js';

/** The words of one trained model that elements show; its card has more of them: ../texts. */
export interface ModelClaim {
  /** Short enough for a list of choices. */
  name: string;
  /** In one line, with figures of the model's own file in braces. */
  claim: string;
}

const unseen = 'unseen sentences';

export const claims: Readonly<Record<ShippedName, ModelClaim>> = {
  'referent-emergent': {
    name: 'What does “it” refer to?',
    claim:
      'Nobody told this head where to look: in {points} of {examples} unseen sentences, “it” looks at the word that it means.',
  },
  referent: {
    name: '“it”, trained to point',
    claim: `The output is a head: it was trained to point from “it” to the word that “it” means, and does in {sentences} of {examples} ${unseen}.`,
  },
  'translation-textbook': {
    name: 'English to Chinese',
    claim: `{sentences} of {examples} ${unseen} without a mistake; heads of layer 2 look at the source word in {all}.`,
  },
  'four-pairs': {
    name: 'Four pairs by heart',
    claim:
      'Four sentences and their translations, learned by heart in {updates} updates. With so few, its heads need not look at anything in particular.',
  },
  numbers: {
    name: 'Numbers in words to Chinese',
    claim: `“Three hundred and eight” → 三百零八, up to 99,999: {sentences} of {examples} numbers that it never saw. Where it writes a digit, its heads together look at that digit in {all}.`,
  },
  'ring-before': {
    name: 'The ring, before the jump',
    claim:
      'After {updates} updates: {labels} of steps are right, {points} of rows look where an induction head should.',
  },
  'ring-jump': {
    name: 'The ring, in the jump',
    claim:
      'After {updates} updates the loss is falling: {labels} of steps are right, {points} of rows look where an induction head should.',
  },
  ring: {
    name: 'The ring: an induction head',
    claim:
      'Layer 1 looks one position back; layer 2 finds where the present letter stood before and looks at what followed: {points} of rows. {labels} of steps are right.',
  },
  reverse: {
    name: 'Lists backwards',
    claim:
      'Its only head looks from each place to the mirrored one: {points}. {sentences} of {examples} lists that it never saw are right.',
  },
  sort: {
    name: 'Lists in order',
    claim:
      'Its only head finds a letter equal to the next one of the sorted list: {points}. {sentences} of {examples} lists that it never saw are right.',
  },
  'verse-en': {
    name: 'Rhyming verse, English',
    claim: '{judged} of the couplets in 200 texts that it wrote rhyme.',
  },
  'verse-zh': {
    name: 'Verse, Chinese',
    claim: 'In {judged} of 200 texts that it wrote, lines 2 and 4 rhyme.',
  },
};
