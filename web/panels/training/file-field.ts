import { html, type TemplateResult } from 'lit';

/** A file that a person chooses: a button in the language of the page, where a browser would speak its own. */
export function renderFileField(
  name: string,
  label: string,
  accept: string,
  take: (file: File) => void,
): TemplateResult {
  return html`<label class="file"
    ><input
      type="file"
      name=${name}
      accept=${accept}
      @change=${(event: Event) => {
        const input = event.target as HTMLInputElement;
        const [file] = input.files ?? [];
        if (file) take(file);
        input.value = '';
      }}
    />${label}</label
  >`;
}
