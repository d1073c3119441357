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
  .examples {
    margin-block-end: 10px;
  }
  .fields .sentence {
    flex: 1 1 260px;
  }
  .fields .sentence input {
    inline-size: 100%;
    font-size: var(--ap-text-m);
  }
  .fields.shared {
    align-items: end;
    margin-block-end: 8px;
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
  .untrained {
    font-size: var(--ap-text-s);
    color: var(--ap-ink-soft);
    max-inline-size: none;
  }
  /* Three cards with the same rows, so that equal parts of the kinds are side by side. */
  .cards {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 16px 28px;
    margin-block-start: 20px;
  }
  .card {
    display: grid;
    grid-row: span 7;
    grid-template-rows: subgrid;
    min-inline-size: 0;
  }
  .card > * {
    min-inline-size: 0;
  }
  .card h2 {
    margin-block-start: 0;
    padding-block-start: 10px;
    border-block-start: 2px solid var(--ap-ink);
  }
  .card header p {
    margin: 0;
  }
  .feed {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    gap: 8px;
    margin-block-end: 6px;
  }
  .from {
    display: grid;
    gap: 2px;
    padding: 6px 10px;
    border-inline-start: 3px solid var(--role);
    text-align: start;
    font-size: var(--ap-text-s);
  }
  .from .shape {
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
    margin-block-end: 6px;
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
  .matrix {
    position: relative;
    contain: layout; /* the layout of one matrix does not affect the others */
  }
  .matrix + .matrix {
    margin-block-start: 8px;
  }
  .bands {
    position: absolute;
    inset: 0;
    z-index: 5; /* above the labels of a scrolling matrix, which are above its cells */
    overflow: hidden;
    pointer-events: none;
  }
  .band {
    position: absolute;
    border: 2px solid var(--ap-accent);
    border-radius: 3px;
  }
  /* Bands of the chosen cell: weaker than its own mark. */
  .quiet .band {
    border-width: 1px;
    opacity: 0.75;
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
