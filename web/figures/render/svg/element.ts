export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Two decimals: a fiftieth of the thinnest line. */
export function number(value: number): number {
  return Math.round(value * 100) / 100;
}

/** What XML does not allow at all becomes U+FFFD, as half a surrogate pair does. */
export function escaped(text: string): string {
  return text
    .replace(/\p{Surrogate}|[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  const start = `<${name}${written.join('')}`;
  return content === undefined ? `${start}/>` : `${start}>${content}</${name}>`;
}
