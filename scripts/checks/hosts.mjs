// The page loads nothing from another host. Links that a reader may follow, and comments, are allowed.

const address = /(?:https?:)?\/\/(?:[\w-]+\.)+[a-z]{2,}[^\s"'`)<>]*/gi;

/** Names of XML languages look like addresses; nothing is ever loaded from them. */
const namespaces =
  /^http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink|1999\/xhtml|1998\/Math\/MathML)$/;

const blank = (text) => text.replace(/[^\n]/g, ' ');

function withoutComments(path, text) {
  if (/\.(md|html|svg)$/.test(path)) {
    // A reader follows a link in Markdown, but the page fetches a picture.
    return text
      .replace(/<!--[\s\S]*?-->/g, blank)
      .replace(/(?<!!)\[[^\]]*\]\([^)]*\)/g, blank)
      .replace(/<https?:[^>\s]+>/g, blank);
  }
  if (/\.css$/.test(path)) return text.replace(/\/\*[\s\S]*?\*\//g, blank);
  // `//` within an address follows a colon or a quote, so it is not taken for a comment.
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(?<![:"'`])\/\/[^\n]*/g, blank);
}

export function hostProblems(path, text) {
  const problems = [];
  withoutComments(path, text)
    .split('\n')
    .forEach((content, index) => {
      for (const [found] of content.matchAll(address)) {
        if (!namespaces.test(found)) problems.push(`${path}:${index + 1}: names the host ${found}`);
      }
    });
  return problems;
}
