// How a trace was made, in the terms of the API: what its record says.

import type { Table } from '../options/option.js';
import type { TraceRecord } from '../types/index.js';

export interface Origin {
  call: TraceRecord['call'];
  /** Copies: numbers of tensors are not yet written as JSON. */
  options: Readonly<Record<string, unknown>>;
  /** Paths of the parameters that the seed does not give; or `all`. */
  parameters: readonly string[] | 'all';
}

/** The options that are a number, a text or a choice, and that are not what they are by default. */
export function plainOptions(
  table: Table,
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const said = Object.entries(table).filter(([name, option]) => {
    if (option.kind === 'given' || option.kind === 'callback' || option.kind === 'hosted')
      return false;
    return options[name] !== undefined && options[name] !== defaultOf(option);
  });
  return Object.fromEntries(said.map(([name]) => [name, options[name]]));
}

const defaultOf = (option: object): unknown => ('default' in option ? option.default : undefined);
