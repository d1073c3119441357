/** What the page says of the trained model that it shows. */
export const texts = {
  answer: 'Its answer for “{word}”',
  next: 'Next',
  writes: 'It would write',
  cut: 'Cut the head out',
  uncut: 'Put the head back',
  cutHint: 'Head {head} of “{place}”: what it gathers becomes 0',
};

export type Texts = typeof texts;
