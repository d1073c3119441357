import { css } from 'lit';
import { controls, roleColours } from '../../styles/controls.js';

const frame = css`
  :host {
    display: block;
    min-inline-size: 0;
    font-size: var(--ap-text-m);
    line-height: 1.5;
  }
  .tabs {
    display: flex;
    gap: 2px;
    border-block-end: 1px solid var(--ap-line);
    margin-block-end: 12px;
    overflow-x: auto;
    scrollbar-width: none;
  }
  [role='tab'] {
    flex: none;
    padding: 6px 10px;
    border: 0;
    border-block-end: 2px solid transparent;
    background: none;
    color: var(--ap-ink-soft);
    cursor: pointer;
  }
  [role='tab'][aria-selected='true'] {
    color: var(--ap-ink);
    border-block-end-color: var(--ap-accent);
    font-weight: 600;
  }
  [role='tab']:focus-visible {
    outline-offset: -3px;
  }
  h3 {
    margin: 0;
    font-size: var(--ap-text-m);
    line-height: 1.4;
    color: var(--role);
  }
  .where {
    display: block;
    color: var(--ap-ink);
    font-weight: 400;
  }
  p {
    margin: 8px 0;
  }
  .soft,
  .empty {
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .back {
    display: block;
    margin-block-end: 10px;
    text-align: start;
  }
  .value {
    margin: 2px 0 8px;
    font: 600 var(--ap-text-xl) / 1.3 var(--ap-mono);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .edited {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--ap-edited);
  }
  a {
    color: var(--ap-accent);
  }
  .formula {
    font-size: var(--ap-text-l);
    overflow-x: auto;
    padding-block: 10px;
  }
  .outlined {
    outline: 2px solid var(--ap-accent);
    outline-offset: 0;
  }
  section:lang(zh) p {
    line-height: 1.75;
  }
`;

const tables = css`
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    font-size: var(--ap-text-s);
  }
  .of {
    color: var(--role);
    font-weight: 600;
  }
  .terms {
    max-block-size: 330px;
    overflow: auto;
    border-block: 1px solid var(--ap-line);
    scrollbar-width: thin;
  }
  table {
    border-collapse: collapse;
    inline-size: 100%;
    margin: 0;
    display: table;
    font: var(--ap-text-xs) / 1.35 var(--ap-mono);
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
    padding: 1px 0 1px 5px;
    text-align: end;
    white-space: nowrap;
  }
  th:first-child {
    padding-inline-start: 0;
    text-align: start;
    max-inline-size: 9em;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  thead th {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    padding-block: 4px;
    white-space: normal;
    background: var(--ap-ground);
    color: var(--ap-ink-soft);
    font: 500 var(--ap-text-xs) / 1.3 var(--ap-sans);
  }
  .dot,
  .dot :is(thead, tbody) {
    display: block;
  }
  .dot thead {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    background: var(--ap-ground);
  }
  .dot tr {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
  }
  .dot :is(th, td) {
    flex: 1 0 calc(var(--column) + 5px);
    max-inline-size: none;
  }
  .dot :nth-child(1) {
    flex-basis: var(--column-1);
  }
  .dot :nth-child(2) {
    --column: var(--column-2);
  }
  .dot :nth-child(3) {
    --column: var(--column-3);
  }
  .dot :nth-child(4) {
    --column: var(--column-4);
  }
  .dot :nth-child(5) {
    --column: var(--column-5);
  }
  /* A digit is as wide as in the rows below. */
  .dot thead th {
    position: static;
    font-family: var(--ap-mono);
  }
  .dot .column {
    font-family: var(--ap-sans);
  }
  tbody th {
    font-weight: 500;
    color: var(--ap-ink-soft);
  }
  tr:hover td,
  tr:hover th {
    background: color-mix(in srgb, var(--ap-accent) 8%, transparent);
  }
  .own th,
  .own td {
    font-weight: 700;
    color: var(--ap-ink);
    background: color-mix(in srgb, var(--role) 12%, transparent);
  }
  .sum {
    color: var(--ap-ink-soft);
  }
  tr:last-child .sum {
    color: var(--ap-ink);
    font-weight: 700;
  }
  .cut th,
  .cut td {
    border-block-end: 2px solid var(--ap-ink-soft);
  }
  .verdict {
    font-family: var(--ap-sans);
  }
  .origin {
    border-block-start: 1px solid var(--ap-line);
  }
  .elsewhere {
    color: var(--role);
    font-family: var(--ap-mono);
  }
  .list th {
    max-inline-size: none;
    white-space: normal;
    text-align: start;
    font: var(--ap-text-s) / 1.4 var(--ap-sans);
  }
  .list .signed {
    inline-size: 1em;
    padding: 0;
  }
  .operand {
    padding: 0;
    border: 0;
    border-radius: 3px;
    background: none;
    font: inherit;
    font-family: var(--ap-mono);
    color: var(--role);
    cursor: pointer;
    text-decoration: underline dotted 1px;
    text-underline-offset: 3px;
  }
  .operand:hover,
  .operand:focus-visible {
    background: color-mix(in srgb, var(--role) 16%, transparent);
  }
  .line {
    font-variant-numeric: tabular-nums;
  }
  .line b,
  .equation {
    font-family: var(--ap-mono);
    overflow-wrap: anywhere;
  }
  .facts {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 2px 12px;
    margin: 10px 0;
    font-size: var(--ap-text-s);
  }
  .facts dt {
    color: var(--ap-ink-soft);
  }
  .facts dd {
    margin: 0;
    text-align: end;
    font: var(--ap-text-s) / 1.6 var(--ap-mono);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .result {
    padding-block-start: 8px;
    border-block-start: 1px solid var(--ap-line);
  }
  .agreement {
    grid-column: 1 / -1;
  }
  .bad {
    color: var(--ap-danger);
    font-weight: 600;
  }
  @media (pointer: coarse) {
    .operand {
      padding-block: 6px;
    }
  }
`;

export const proofStyles = [controls, roleColours, frame, tables];
