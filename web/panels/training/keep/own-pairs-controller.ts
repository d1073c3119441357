import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { OwnPairs } from '../../../engine/types/index.js';
import { fill } from '../../../i18n/fill.js';
import { Latest } from '../../../kit/loading/latest.js';
import { renderFileField } from './file-field.js';
import { readPairs } from './own-pairs.js';
import { Refusal, sentenceOf, type Sentence } from '../problem.js';
import type { Texts } from '../texts/en.js';

/** A person's own pairs as they were given: typed, pasted, or from a file; and what is wrong with them. */
export class OwnPairsController {
  private text = '';
  private wrong: Sentence | undefined;
  private readonly given = new Latest();

  constructor(
    private readonly host: ReactiveControllerHost,
    /** Takes the pairs; never rejects. */
    private readonly take: () => Promise<void>,
  ) {}

  /** The pairs. Throws a refusal where a line is none. */
  read(t: Texts): OwnPairs {
    this.text ||= t.ownExample;
    const pairs = readPairs(this.text);
    if (!('code' in pairs)) return pairs;
    const { code, line, text } = pairs;
    throw new Refusal((words) => fill(words.lines[code], { line, text }));
  }

  /** Says what is wrong with the pairs, or that nothing is. */
  refuse(error: unknown): void {
    this.wrong = error === undefined ? undefined : sentenceOf(error);
    this.host.requestUpdate();
  }

  render(t: Texts): TemplateResult {
    const { text } = this;
    const wrong = this.wrong?.(t);
    return html`<form class="own" @submit=${this.onSubmit}>
      <label
        ><span>${t.ownPairs}</span>
        <textarea
          class="field"
          name="pairs"
          rows="5"
          spellcheck="false"
          .value=${text}
          aria-invalid=${wrong ? 'true' : nothing}
          aria-describedby=${wrong ? 'wrong-pairs' : nothing}
        ></textarea>
      </label>
      <div class="fields">
        <button type="submit">${t.usePairs}</button>
        ${renderFileField('file', t.pairsFile, '.txt,.tsv,text/*', (file) => this.readFile(file))}
        <span class="soft">${t.ownText}</span>
      </div>
      <div role="alert">
        ${wrong ? html`<p class="wrong" id="wrong-pairs">${wrong}</p>` : nothing}
      </div>
    </form>`;
  }

  private readonly onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { value } = (event.target as HTMLFormElement).querySelector('textarea')!;
    await this.give(() => Promise.resolve(value));
  };

  private readFile(file: File): Promise<void> {
    return this.give(() => file.text());
  }

  /** Takes the pairs of a text; a file that cannot be read any more is said. Never rejects. */
  private async give(read: () => Promise<string>): Promise<void> {
    const counts = this.given.request();
    try {
      const text = await read();
      if (!counts()) return;
      this.text = text;
      await this.take();
    } catch (error) {
      if (counts()) this.refuse(error);
    }
  }
}
