import { html, type TemplateResult } from 'lit';

/** A file that a person chooses: a button in the language of the page, where a browser would speak its own. */
export function renderFileField(
  name: string,
  label: string,
  accept: string,
  take: (file: File) => Promise<void>,
): TemplateResult {
  return html`<label class="file"
    ><input
      type="file"
      name=${name}
      accept=${accept}
      @change=${async (event: Event) => {
        const input = event.target as HTMLInputElement;
        const [file] = input.files ?? [];
        // The same file can be chosen again.
        input.value = '';
        if (file) await take(file);
      }}
    />${label}</label
  >`;
}
