import { css, html, type TemplateResult } from 'lit';
import { legendGradient, type Scale } from '../../styles/colour-scales.js';
import { scaleEnd } from '../../trace/numbers.js';

export const scaleLegendStyles = css`
  .scale {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--ap-ink-soft);
    font-family: var(--ap-mono);
    font-size: var(--ap-text-xs);
    line-height: 1;
  }
  .scale i {
    inline-size: 56px;
    block-size: 8px;
    border: 1px solid var(--ap-line);
  }
`;

/** A legend, which colours without digits need. */
export function renderScale(scale: Scale, write = scaleEnd): TemplateResult {
  return html`<div class="scale" aria-hidden="true">
    ${write(scale.low)} <i .style="background:${legendGradient(scale)}"></i> ${write(scale.high)}
  </div>`;
}
