import { css } from 'lit';

export const settingsStyles = css`
  :host {
    display: block;
  }
  .group {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 18px;
  }
  .group + .group,
  details,
  .buttons {
    margin-block-start: 12px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--ap-line);
  }
  summary {
    color: var(--ap-ink-soft);
    cursor: pointer;
  }
  details .group {
    margin-block-start: 8px;
  }
  .control {
    display: flex;
    align-items: center;
    gap: 6px;
    min-inline-size: 0;
  }
  .control > span:first-child {
    color: var(--ap-ink-soft);
    white-space: nowrap;
  }
  select {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  [name='layers'].field,
  [name='causalOffset'].field,
  [name='heads'].field,
  [name='dModel'].field {
    inline-size: 3.8em;
  }
  .claim {
    flex: 1 1 20em;
    min-inline-size: 0;
    margin: 0;
    color: var(--ap-ink-soft);
    text-wrap: pretty;
  }
  .own {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    min-inline-size: 0;
  }
  input.field {
    inline-size: 5em;
    background: var(--ap-ground);
    font-family: var(--ap-mono);
    font-variant-numeric: tabular-nums;
  }
  .checks {
    flex-wrap: wrap;
    gap: 0 12px;
  }
  .checks input {
    margin-inline: 0;
  }
  .check {
    display: flex;
    align-items: center;
    gap: 7px;
    min-block-size: var(--ap-control);
    cursor: pointer;
  }
  .check input {
    inline-size: 16px;
    block-size: 16px;
    accent-color: var(--ap-accent);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .buttons > :last-child {
    margin-inline-start: auto;
  }
  .refused {
    margin: 0 0 12px;
    padding: 6px 12px;
    border-inline-start: 3px solid var(--ap-danger);
    background: var(--ap-surface);
    overflow-wrap: anywhere;
  }
  .notes {
    margin: 12px 0 0;
    color: var(--ap-ink-soft);
  }
`;
