// Text that the build writes into a lesson's Markdown, by where it stands in the file.

import type { Element } from './parse';

export class Insertions {
  private readonly texts: [at: number, text: string][] = [];

  /** Behind the tag that begins an element. */
  into(element: Element, text: string): void {
    this.add(element.sourceCodeLocation?.startTag?.endOffset, text);
  }

  before(element: Element, text: string): void {
    this.add(element.sourceCodeLocation?.startOffset, text);
  }

  /** Behind an element. */
  after(element: Element, text: string): void {
    this.add(element.sourceCodeLocation?.endOffset, text);
  }

  /** Before the tag that ends an element. */
  atEndOf(element: Element, text: string): void {
    this.add(element.sourceCodeLocation?.endTag?.startOffset, text);
  }

  /** Before and behind a stretch of the file. */
  around(from: number, to: number, before: string, behind: string): void {
    this.add(from, before);
    this.add(to, behind);
  }

  private add(at: number | undefined, text: string): void {
    if (at !== undefined) this.texts.push([at, text]);
  }

  /** The code with all of it; what was added first at a place stands first. */
  written(code: string): string {
    let written = '';
    let from = 0;
    for (const [at, text] of this.texts.sort(([a], [b]) => a - b)) {
      written += code.slice(from, at) + text;
      from = at;
    }
    return written + code.slice(from);
  }
}
