import { html, nothing, type TemplateResult } from 'lit';
import { renderFileField } from './file-field.js';
import type { Texts } from './texts/en.js';

/** A person's own pairs: typed, pasted, or from a file. */
export function renderOwnPairs(
  t: Texts,
  text: string,
  wrong: string | undefined,
  take: (text: string) => void,
): TemplateResult {
  const read = async (file: File): Promise<void> => take(await file.text());
  return html`<form
    class="own"
    @submit=${(event: Event) => {
      event.preventDefault();
      take((event.target as HTMLFormElement).querySelector('textarea')!.value);
    }}
  >
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
      ${renderFileField('file', t.pairsFile, '.txt,.tsv,text/*', (file) => void read(file))}
      <span class="soft">${t.ownText}</span>
    </div>
    <div role="alert">
      ${wrong ? html`<p class="wrong" id="wrong-pairs">${wrong}</p>` : nothing}
    </div>
  </form>`;
}
