import { readHashEntries, writeHashEntries } from '../../../kit/input/hash';
import { onMounted, shallowRef, type Ref } from 'vue';

type Chosen = CustomEvent<Readonly<Record<string, string | number>>>;

/** The property of an attribute: `dModel` of `d-model`. */
const propertyOf = (attribute: string): string =>
  attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The attributes of an element that stand in the address, behind `#`: those that another page gave it, and those of what a
 * person has chosen since, by its event `change`; `load` fetches the element's script. There is no address while a page is
 * rendered at build time.
 */
export function attributesInAddress(
  names: readonly string[],
  load: () => Promise<unknown>,
): { given: Ref<Record<string, string>>; keep: (event: Chosen) => void } {
  const given = shallowRef<Record<string, string>>({});
  onMounted(() => {
    const entries = [...readHashEntries(location.hash)];
    // `^`: as attributes, which are texts, where Vue would set properties.
    given.value = Object.fromEntries(
      entries.filter(([name]) => names.includes(name)).map(([name, text]) => [`^${name}`, text]),
    );
    return load();
  });
  const keep = ({ detail }: Chosen): void => {
    const entries = names.flatMap((name) => {
      const value = detail[propertyOf(name)] ?? '';
      return value === '' ? [] : [[name, String(value)] as const];
    });
    const address = new URL(location.href);
    address.hash = writeHashEntries(entries);
    history.replaceState(history.state, '', address);
  };
  return { given, keep };
}
