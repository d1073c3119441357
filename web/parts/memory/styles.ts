import { css } from 'lit';
import { controls, roleColours } from '../../styles/controls.js';

const styles = css`
  :host {
    display: block;
    min-inline-size: 0;
    border-block-start: 1px solid var(--ap-line);
    padding-block-start: 16px;
  }
  h3 {
    margin: 0 0 4px;
    font-size: var(--ap-text-m);
  }
  .prose {
    margin: 0 0 10px;
    max-inline-size: 74ch;
    font-size: var(--ap-text-m);
  }
  .facts {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    margin: 0;
    display: table;
    font: var(--ap-text-s) / 1.6 var(--ap-mono);
    font-variant-numeric: tabular-nums;
  }
  tr,
  th,
  td {
    border: 0;
    background: none;
  }
  th,
  td {
    padding: 1px 18px 1px 0;
    text-align: start;
    white-space: nowrap;
  }
  th {
    font: 500 var(--ap-text-s) / 1.6 var(--ap-sans);
    color: var(--ap-ink-soft);
  }
  .address {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 14px;
    margin: 12px 0;
  }
  .address-name {
    color: var(--role);
    font-weight: 600;
    font-size: var(--ap-text-m);
  }
  .sum {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 2px 8px;
    font: var(--ap-text-m) / 1.4 var(--ap-mono);
    font-variant-numeric: tabular-nums;
  }
  .term {
    display: inline-flex;
    flex-direction: column;
    align-items: center;
  }
  small {
    font: var(--ap-text-xs) / 1.2 var(--ap-sans);
    color: var(--ap-ink-soft);
  }
  .strips {
    overflow-x: auto;
    padding-block-end: 4px;
  }
  .strip-label {
    margin: 0 0 4px;
    font-size: var(--ap-text-s);
    color: var(--ap-ink-soft);
  }
  .overview {
    position: relative;
    margin-block-end: 6px;
  }
  .overview canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    image-rendering: pixelated;
    background: var(--ap-hatch);
  }
  .frame {
    position: absolute;
    min-inline-size: 4px;
    box-sizing: border-box;
    border: 2px solid var(--ap-ink);
  }
  .cells {
    display: flex;
  }
  .slot {
    position: relative;
    flex: 0 0 50px;
    min-inline-size: 0;
    box-sizing: border-box;
    min-block-size: 60px;
    padding: 0;
    display: grid;
    grid-template: 16px 1fr auto / minmax(0, 1fr);
    border: 1px solid var(--ap-line);
    border-inline-start-width: 0;
    border-block-start: 4px solid var(--head);
    background: var(--ap-surface);
    font: var(--ap-text-s) / 1 var(--ap-mono);
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }
  .slot:first-child {
    border-inline-start-width: 1px;
  }
  .slot-group {
    position: relative;
    z-index: 1;
    padding: 3px 0 0 3px;
    justify-self: start;
    white-space: nowrap;
    font: var(--ap-text-xs) / 1 var(--ap-sans);
    color: var(--ap-ink);
    pointer-events: none;
  }
  .slot-value {
    align-self: center;
  }
  .slot-note {
    padding-block: 2px 4px;
    font-size: var(--ap-text-xs);
    line-height: 1.2;
    color: var(--ap-ink-soft);
    white-space: nowrap;
  }
  .slot.outside {
    color: var(--ap-ink-soft);
    border-block-start-color: var(--ap-line);
    cursor: default;
  }
  .slot.active {
    outline: 2.5px solid var(--ap-ink);
    outline-offset: -2px;
  }
  .slot:focus-visible {
    z-index: 2;
    outline: 2px solid var(--ap-accent);
  }
  .links {
    display: block;
    overflow: visible;
  }
  .link {
    fill: none;
    stroke: var(--ap-ink-soft);
    stroke-width: 1;
    opacity: 0.55;
  }
  .link.active {
    stroke: var(--ap-ink);
    stroke-width: 2.5;
    opacity: 1;
  }
  .outlined {
    outline: 2px solid var(--ap-accent);
  }
  .tool {
    margin-block-start: 10px;
  }
`;

export const memoryStyles = [controls, roleColours, styles];
