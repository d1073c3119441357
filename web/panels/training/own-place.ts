import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { OwnPairs } from '../../engine/types.js';
import { fill } from '../../i18n/fill.js';
import { renderFileField } from './file-field.js';
import { readPairs } from './own-pairs.js';
import type { Texts } from './texts/en.js';

/** A person's own pairs as they were given: typed, pasted, or from a file; and what is wrong with them. */
export class OwnPlace {
  private text = '';
  private wrong: string | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly take: () => void,
  ) {}

  /** The pairs, or undefined where a line is none, which is said. */
  read(t: Texts): OwnPairs | undefined {
    this.text ||= t.ownExample;
    const pairs = readPairs(this.text);
    if (!('code' in pairs)) {
      this.refuse(undefined);
      return pairs;
    }
    this.refuse(fill(t.lines[pairs.code], { line: pairs.line, text: pairs.text }));
    return undefined;
  }

  refuse(wrong: string | undefined): void {
    this.wrong = wrong;
    this.host.requestUpdate();
  }

  render(t: Texts): TemplateResult {
    const { text, wrong } = this;
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
        ${renderFileField('file', t.pairsFile, '.txt,.tsv,text/*', (file) => void this.readFile(file))}
        <span class="soft">${t.ownText}</span>
      </div>
      <div role="alert">
        ${wrong ? html`<p class="wrong" id="wrong-pairs">${wrong}</p>` : nothing}
      </div>
    </form>`;
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    this.give((event.target as HTMLFormElement).querySelector('textarea')!.value);
  };

  private async readFile(file: File): Promise<void> {
    this.give(await file.text());
  }

  private give(text: string): void {
    this.text = text;
    this.take();
  }
}
