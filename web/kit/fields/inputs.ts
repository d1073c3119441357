import { html, nothing, type TemplateResult } from 'lit';

/** Unusable input, and why. */
export interface Refused {
  field: string;
  actual: string;
  /** In the language that the page then has. */
  text(): string;
}

interface TextField {
  name: string;
  label: string;
  value: string;
  /** Stays in the field for correction, if it is this field's. */
  refused: Refused | undefined;
  change(text: string): void;
}

/** A text field. */
export function renderText({ name, label, value, refused, change }: TextField): TemplateResult {
  const bad = refused?.field === name;
  return html`<label>
    <span>${label}</span>
    <input
      class="field words"
      name=${name}
      autocomplete="off"
      spellcheck="false"
      .value=${bad ? refused.actual : value}
      aria-invalid=${bad ? 'true' : nothing}
      aria-describedby=${bad ? 'refused' : nothing}
      @change=${(event: Event) => change((event.target as HTMLInputElement).value)}
    />
  </label>`;
}

/** Why input was refused, below its fields; `help` is what the user can do besides, `id` what its fields name it by. */
export function renderRefused(
  text: string | undefined,
  help: TemplateResult | typeof nothing = nothing,
  id = 'refused',
): TemplateResult {
  return html`<div role="alert">
    ${text ? html`<p class="wrong" id=${id}>${text} ${help}</p>` : nothing}
  </div>`;
}
