import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import type { Texts } from './texts/en.js';

export interface Pass {
  at: number;
  count: number;
  playing: boolean;
  go(frame: number): void;
  play(on: boolean): void;
}

/** Back, play and forward buttons, and a slider over all moments of the pass. */
export function renderPass(t: Texts, { at, count, playing, go, play }: Pass): TemplateResult {
  const text = fill(t.stepOf, { n: at + 1, all: count });
  return html`<div class="pass" role="group" aria-label=${t.passTitle}>
    <button type="button" class="back" ?disabled=${at === 0} @click=${() => go(at - 1)}>
      <span aria-hidden="true">←</span> ${t.back}
    </button>
    <button type="button" class="play" @click=${() => play(!playing)}>
      ${playing ? t.pause : t.play}
    </button>
    <button type="button" class="forward" ?disabled=${at === count - 1} @click=${() => go(at + 1)}>
      ${t.forward} <span aria-hidden="true">→</span>
    </button>
    <input
      type="range"
      name="step"
      min="0"
      max=${count - 1}
      .value=${String(at)}
      aria-label=${t.step}
      aria-valuetext=${text}
      @input=${(event: Event) => go(Number((event.target as HTMLInputElement).value))}
    />
    <span class="soft number">${text}</span>
  </div>`;
}
