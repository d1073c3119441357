import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Dictionary } from '../i18n/index.js';

/** What attention does, and where to begin, for a first visitor: until they walk, or close it. */
export class Greeting {
  private open = true;
  /** The step that the page opened on. */
  private opening = '';

  constructor(
    private readonly host: ReactiveControllerHost,
    /** Told once a person has closed it, or walked on. */
    private readonly closed: () => void,
  ) {}

  /** The page has opened on a step. */
  begin(step: string): void {
    this.opening = step;
  }

  /** Whoever knows the page is not greeted. */
  skip(): void {
    this.open = false;
  }

  /** Whoever leaves the first step walks. */
  follow(step: string): void {
    if (this.opening && step !== this.opening) this.close();
  }

  readonly close = (): void => {
    if (!this.open) return;
    this.open = false;
    this.closed();
    this.host.requestUpdate();
  };

  render({ ui }: Dictionary, start: () => void): TemplateResult | typeof nothing {
    if (!this.open) return nothing;
    return html`<div class="intro" part="intro">
      <p>${ui.promise}</p>
      <button type="button" @click=${start}>${ui.startAtWords}</button>
      <button type="button" class="quiet" @click=${this.close}>${ui.close}</button>
    </div>`;
  }
}
