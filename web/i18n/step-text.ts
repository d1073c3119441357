/** The first sentence of a text, which stands under a step's title, and what follows it, which is shown on request. */
export function firstSentence(text: string): { first: string; rest: string } {
  const first = /^.+?(?:[。！？]|[.!?](?= |$))/su.exec(text)?.[0] ?? text;
  return { first, rest: text.slice(first.length).trimStart() };
}

/** What a person reads about a kind of step: its name, what it does in one short sentence, and then why. */
export interface StepText {
  title: string;
  /** Its first sentence stands alone under the title; the others are shown on request. */
  text: string;
}
