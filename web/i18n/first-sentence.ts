/** The first sentence of a text, which stands under a step's title, and what follows it, which is shown on request. */
export function firstSentence(text: string): { first: string; rest: string } {
  const first = /^.+?(?:[。！？]|[.!?](?= |$))/su.exec(text)?.[0] ?? text;
  return { first, rest: text.slice(first.length).trimStart() };
}
