import { css } from 'lit';
import { scaleLegendStyles } from '../../kit/drawing/scale-legend.js';
import { below, from } from '../../styles/breakpoints.js';
import { roleColours } from '../../styles/controls.js';

/** One pattern per worker, so that colours are not needed. */
const patterns = css`
  .pattern-0 {
    --pattern: linear-gradient(var(--worker), var(--worker));
    --line: solid;
  }
  .pattern-1 {
    --pattern: repeating-linear-gradient(-45deg, var(--worker) 0 3px, var(--ap-ground) 3px 6px);
    --line: dashed;
  }
  .pattern-2 {
    --pattern: radial-gradient(circle, var(--worker) 1.8px, var(--ap-ground) 2.2px) 0 0 / 6px 6px;
    --line: dotted;
  }
  .pattern-3 {
    --pattern: repeating-linear-gradient(var(--worker) 0 2px, var(--ap-ground) 2px 5px);
    --line: double;
  }
  .pattern-4 {
    --pattern: repeating-linear-gradient(90deg, var(--worker) 0 2px, var(--ap-ground) 2px 5px);
    --line: solid;
  }
  .pattern-5 {
    --pattern: repeating-linear-gradient(45deg, var(--worker) 0 2px, var(--ap-ground) 2px 7px);
    --line: dashed;
  }
  .pattern-6 {
    --pattern: conic-gradient(
        var(--worker) 25%,
        var(--ap-ground) 0 50%,
        var(--worker) 0 75%,
        var(--ap-ground) 0
      )
      0 0 / 8px 8px;
    --line: dotted;
  }
  .pattern-7 {
    --pattern: radial-gradient(circle, var(--ap-ground) 1.8px, var(--worker) 2.2px) 0 0 / 7px 7px;
    --line: double;
  }
  .swatch {
    display: inline-block;
    flex: none;
    inline-size: 20px;
    block-size: 14px;
    border: 1px solid var(--worker);
    background: var(--pattern);
  }
`;

const layout = css`
  .choice {
    display: flex;
    gap: 6px;
  }
  .matrices {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 8px 12px;
    margin-block: 0 8px;
  }
  .matrix {
    margin: 0;
    font-size: var(--ap-text-s);
    line-height: 1.4;
  }
  .symbol {
    color: var(--role);
    font-size: var(--ap-text-m);
  }
  figcaption {
    max-inline-size: calc(var(--cell) * var(--columns) + 20px);
  }
  .matrices .scale {
    flex: 1 0 120px;
  }
  .held {
    position: relative;
    inline-size: calc(var(--cell) * var(--columns));
    block-size: calc(var(--cell) * var(--rows));
    margin-block-start: 24px;
  }
  .held.rows {
    margin-block-start: 24px;
    margin-inline-start: 24px;
  }
  .band,
  .frame-of {
    position: absolute;
    pointer-events: none;
  }
  .band {
    display: grid;
    place-items: center;
    border: 1px solid var(--worker);
    background: var(--pattern);
  }
  .band b {
    min-inline-size: 15px;
    background: var(--ap-ground);
    color: var(--ap-ink);
    font-size: var(--ap-text-xs);
    font-weight: 650;
    line-height: 13px;
    text-align: center;
  }
  .columns .band {
    inset-block-start: -21px;
    inset-inline-start: calc(var(--from) * var(--cell) + 1px);
    inline-size: calc(var(--count) * var(--cell) - 2px);
    block-size: 17px;
  }
  .rows .band {
    inset-block-start: calc(var(--from) * var(--cell) + 1px);
    inset-inline-start: -21px;
    inline-size: 17px;
    block-size: calc(var(--count) * var(--cell) - 2px);
  }
  .frame-of {
    border: 2px var(--line) var(--worker);
  }
  .columns .frame-of {
    inset-block: 0;
    inset-inline-start: calc(var(--from) * var(--cell));
    inline-size: calc(var(--count) * var(--cell));
  }
  .rows .frame-of {
    inset-inline: 0;
    inset-block-start: calc(var(--from) * var(--cell));
    block-size: calc(var(--count) * var(--cell));
  }
  .holdings {
    display: grid;
    gap: 4px;
    margin: 12px 0;
    padding: 0;
    list-style: none;
    font-size: var(--ap-text-s);
  }
  .holdings li {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  .holdings .swatch {
    align-self: center;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 18px;
    margin-block-end: 6px;
  }
  .head button {
    min-block-size: 26px;
    padding-block: 0;
    font-size: var(--ap-text-s);
  }
  /* The place says what is done: the partial products stand above their sum, column above column. */
  .card {
    display: grid;
    grid-template-columns: 76px var(--heads) minmax(0, 1fr);
    align-items: start;
    gap: 0 16px;
    padding-block: 2px 4px;
    border-block-start: 2px solid var(--worker);
  }
  .stacked .card {
    grid-template-columns: 76px minmax(0, 1fr);
  }
  .stacked .card > :not(h2) {
    grid-column: 2;
  }
  .total {
    border-color: var(--ap-ink);
    border-block-start-style: double;
    border-block-start-width: 4px;
  }
  .workers .total p {
    grid-column: 1 / -1;
    margin-block-start: 6px;
    max-inline-size: none;
    font-size: var(--ap-text-s);
  }
  .card h2 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    margin: 0;
    font-size: var(--ap-text-s);
    font-weight: 600;
  }
  .heads {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
  }
  @container ${from.medium} {
    .matrices {
      column-gap: 24px;
    }
  }
  @container ${below.narrow} {
    .stacked .card {
      grid-template-columns: minmax(0, 1fr);
      gap: 4px;
    }
    .stacked .card > :not(h2) {
      grid-column: 1;
    }
  }
`;

export const styles = [roleColours, scaleLegendStyles, patterns, layout];
