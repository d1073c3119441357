import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const styles = css`
  h3 {
    margin: 0 0 4px;
    font-size: var(--ap-text-s);
    font-weight: 600;
    color: var(--ap-ink-soft);
  }
  .examples,
  .picker {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    font-size: var(--ap-text-s);
  }
  .switch {
    display: flex;
    gap: 4px;
    font-size: var(--ap-text-s);
  }
  [aria-selected='true'] {
    border-color: var(--ap-accent);
    box-shadow: inset 0 0 0 1px var(--ap-accent);
  }
  .examples button,
  .switch button,
  .picker button {
    min-block-size: 28px;
    padding: 0 8px;
  }
  .switch + .inline {
    margin-inline-start: auto;
    font-size: var(--ap-text-m);
  }
  @container ${below.narrow} {
    .examples {
      flex-wrap: nowrap;
      max-inline-size: 100%;
      overflow-x: auto;
      white-space: nowrap;
    }
  }
  .fields .sentence {
    flex: 1 1 240px;
  }
  .fields .sentence input {
    flex: 1;
    inline-size: 0;
    min-inline-size: 0;
  }
  .fields .switch {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    color: var(--ap-ink);
  }
  .switch input {
    inline-size: auto;
    accent-color: var(--ap-accent);
  }
  /* Three cards with the same rows, so that equal parts of the kinds are side by side. */
  .cards {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 4px 28px;
    margin-block-start: 8px;
  }
  .card {
    display: grid;
    grid-row: span 6;
    grid-template-rows: subgrid;
    min-inline-size: 0;
  }
  .card > * {
    min-inline-size: 0;
  }
  .card h2 {
    margin-block-start: 0;
    padding-block-start: 4px;
    border-block-start: 2px solid var(--ap-ink);
  }
  .card header p {
    margin: 0;
    font-size: var(--ap-text-s);
  }
  .feed {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    gap: 8px;
    margin-block-end: 4px;
  }
  .from {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 2px 8px;
    padding: 3px 10px;
    border-inline-start: 3px solid var(--role);
    text-align: start;
    font-size: var(--ap-text-s);
  }
  .arrow {
    color: var(--ap-ink-soft);
  }
  .letters {
    display: flex;
    gap: 4px;
  }
  .letter {
    min-inline-size: 36px;
    padding: 2px 6px;
    border-color: var(--role);
    color: var(--role);
    font-size: var(--ap-text-l);
  }
  .rail {
    display: grid;
    grid-template-columns: 4.5em minmax(0, 1fr);
    align-items: baseline;
    gap: 6px;
    margin-block-end: 4px;
    font-size: var(--ap-text-s);
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .word {
    min-block-size: 28px;
    padding: 1px 8px;
    border-color: var(--role);
    background: none;
    overflow-wrap: anywhere;
  }
  .word.pad {
    border-style: dashed;
    color: var(--ap-ink-soft);
  }
  .word.on {
    background: color-mix(in srgb, var(--role) 18%, var(--ap-ground));
  }
  .none {
    margin: 0;
    color: var(--ap-ink-soft);
  }
  .before {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 4px 12px;
  }
  .before .none {
    flex: 1 1 120px;
  }
  ap-weights {
    margin-block-start: 4px;
  }
  .line {
    margin: 0 0 6px;
    font-size: var(--ap-text-s);
  }
  .formulas {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    margin: 0 0 6px;
    padding: 0;
    list-style: none;
  }
  .formulas li {
    max-inline-size: 100%;
  }
  .formula {
    max-inline-size: 100%;
    overflow-x: auto;
    background: none;
  }
  .chosen {
    margin-block-start: 8px;
  }
  .step {
    scroll-margin-block-start: calc(var(--vp-nav-height, 0px) + 12px);
  }
  /* The chosen cell, at the foot of the view until its proof is in sight. */
  .jump {
    position: sticky;
    inset-block-end: 0;
    z-index: 15;
    display: flex;
    justify-content: space-between;
    gap: 16px;
    inline-size: 100%;
    margin-block-start: 20px;
    padding: 6px 12px;
    text-align: start;
    font-variant-numeric: tabular-nums;
  }
  .act {
    flex: none;
    color: var(--ap-accent);
  }
  .step p {
    overflow-wrap: anywhere;
  }
  .tex {
    margin-block: 4px 12px;
    overflow-x: auto;
  }
  th {
    padding: 0;
  }
  td {
    min-inline-size: 3.4em;
    padding: 3px 8px;
    border: 1px solid var(--ap-line);
    text-align: end;
  }
  td.hidden {
    background: repeating-linear-gradient(45deg, transparent 0 4px, var(--ap-hatch) 4px 5px);
  }
  @container ${below.wide} {
    .cards {
      grid-template-columns: minmax(0, 1fr);
    }
    /* The sheet also stays in sight beside the cards. */
    .chosen {
      display: contents;
    }
    .jump {
      display: none;
    }
    .card {
      margin-block-end: 16px;
    }
  }
`;
