import type { Computed } from '../engine/types/computed.js';

/** Fills `{name}` in a text; `{name|step|steps}` is the first word for 1, else the second. */
export function fill(text: string, values: Record<string, string | Computed>): string {
  const filled = text.replace(
    /\{(\w+)\|(.*?)\|(.*?)\}/g,
    (_, name: string, one: string, many: string) => (String(values[name]) === '1' ? one : many),
  );
  return filled.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
