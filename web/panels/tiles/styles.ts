import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const styles = css`
  .causal {
    display: flex !important;
    align-items: center;
    gap: 6px !important;
    min-block-size: var(--ap-control);
    color: var(--ap-ink) !important;
  }
  .causal input {
    inline-size: 16px;
    block-size: 16px;
    accent-color: var(--ap-accent);
  }
  .pass {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block: 2px 6px;
  }
  .pass input {
    flex: 1 1 120px;
    min-inline-size: 80px;
    max-inline-size: 260px;
    accent-color: var(--ap-accent);
  }
  .happening {
    min-block-size: 3em;
    margin-block: 0 6px;
    max-inline-size: none;
  }
  .heads {
    display: flex;
    gap: 6px;
  }
  .scene {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 4px 24px;
  }
  .aside {
    flex: 1 1 280px;
    min-inline-size: 0;
  }
  .below {
    flex: 1 1 100%;
    min-inline-size: 0;
  }
  .map {
    position: relative;
    display: grid;
    grid-template-columns: var(--gutter) calc(var(--side) * var(--count));
    grid-template-rows: 18px var(--header) auto;
  }
  .axes {
    display: flex;
    grid-column: 1 / -1;
    gap: 12px;
    font-size: var(--ap-text-s);
    line-height: 16px;
    white-space: nowrap;
  }
  .map b {
    position: absolute;
    overflow: hidden;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
    font-weight: 400;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .map b.on {
    color: var(--ap-ink);
    font-weight: 650;
  }
  .keys,
  .queries,
  .matrix {
    position: relative;
  }
  .keys {
    grid-area: 2 / 2;
  }
  .keys b {
    bottom: 2px;
    left: calc(var(--at) * var(--side));
    width: var(--side);
    text-align: center;
  }
  .keys b.vertical {
    height: calc(var(--header) - 4px);
    line-height: var(--side);
    text-align: end;
    writing-mode: vertical-rl;
  }
  .queries {
    grid-area: 3 / 1;
  }
  .queries b {
    inset-inline: 0 6px;
    inset-block-start: calc(var(--at) * var(--side));
    line-height: var(--side);
    text-align: end;
  }
  .matrix {
    grid-area: 3 / 2;
    block-size: calc(var(--side) * var(--rows));
    outline: 1px solid var(--ap-ink-soft);
  }
  .matrix .tile,
  .lit,
  .finished {
    position: absolute;
    inset-block-start: calc(var(--top) * var(--side));
    inset-inline-start: calc(var(--left) * var(--side));
    inline-size: calc(var(--wide) * var(--side));
    block-size: calc(var(--high) * var(--side));
  }
  .tile {
    border: 1px solid var(--ap-line);
    background: var(--ap-ground);
    cursor: pointer;
  }
  .matrix .tile:hover {
    border-color: var(--ap-accent);
  }
  /* Earlier tiles: dots in place of numbers. */
  .done {
    background: radial-gradient(circle at center, var(--ap-hatch) 1.5px, transparent 2px) center /
      10px 10px var(--ap-surface);
  }
  .hidden {
    background: repeating-linear-gradient(
      -45deg,
      var(--ap-surface) 0 4px,
      var(--ap-hatch) 4px 5.5px
    );
  }
  .now {
    border: 2px solid var(--ap-accent);
  }
  .lit {
    outline: 3px solid var(--ap-accent);
    background: var(--ap-ground);
  }
  .finished {
    outline: 3px solid var(--ap-output);
    pointer-events: none;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    contain: inline-size;
    gap: 4px 14px;
    margin-block: 8px 0;
    font-size: var(--ap-text-s);
  }
  .legend span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .legend .tile {
    inline-size: 18px;
    block-size: 14px;
    cursor: default;
  }
  .strip {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .strip h2 {
    margin: 0 0 2px;
    font-size: var(--ap-text-s);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .strip .inline {
    margin-inline-start: 4px;
    font-size: var(--ap-text-m);
    font-weight: 400;
  }
  .strip + .strip {
    margin-block-start: 8px;
  }
  .mark {
    inline-size: 14px;
    block-size: 12px;
    border: 1.5px solid var(--ap-accent);
    background: linear-gradient(135deg, var(--ap-accent) 5px, transparent 5px);
  }
  .parts {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 4px 6px;
  }
  .unit {
    display: inline-flex;
    gap: 6px;
    max-inline-size: 100%;
  }
  .sign {
    align-self: flex-end;
    padding-block-end: 4px;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-m);
    white-space: nowrap;
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 40px;
  }
  table {
    border-collapse: collapse;
    inline-size: min(100%, 560px);
    font-size: var(--ap-text-s);
  }
  thead th {
    color: var(--ap-ink-soft);
    font-weight: 400;
  }
  th,
  td {
    padding: 3px 12px 3px 0;
    border-block-end: 1px solid var(--ap-line);
    text-align: start;
  }
  th {
    font-weight: 400;
  }
  .whole th,
  .together th,
  .whole td,
  .together td {
    font-weight: 650;
  }
  .share {
    inline-size: 40%;
    padding-inline-end: 0;
  }
  .share i {
    display: block;
    block-size: 10px;
    background: var(--ap-hatch);
  }
  .whole .share i {
    background: var(--ap-ink-soft);
  }
  .together .share i {
    background: var(--ap-accent);
  }
  @container ${below.narrow} {
    .pass {
      flex-wrap: nowrap;
    }
    .pass button {
      flex: none;
      padding-inline: 8px;
      font-size: var(--ap-text-s);
    }
    .pass input {
      min-inline-size: 40px;
    }
    .pass .number {
      display: none;
    }
    .share {
      inline-size: 24%;
    }
    th,
    td {
      padding-inline-end: 6px;
    }
  }
`;
