/** Of one table: a page that runs for hours makes new entries all the time. */
const mostEntries = 4096;

/** Returns what was made for a key before, or makes it; the table starts anew when it is full. */
export function remembered<Value>(): (key: string, make: () => Value) => Value {
  const known = new Map<string, Value>();
  return (key, make) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make();
      if (known.size >= mostEntries) known.clear();
      known.set(key, value);
    }
    return value;
  };
}
