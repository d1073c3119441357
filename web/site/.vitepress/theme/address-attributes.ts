import { readHashEntries, writeHashEntries } from '../../../kit/input/hash';
import { onMounted, shallowRef, type Ref } from 'vue';

/**
 * Attributes that other pages of the site give an element in the address, behind `#`; `load` fetches the element's script.
 * There is no address while a page is rendered at build time.
 */
export function attributesInAddress(
  names: readonly string[],
  load: () => Promise<unknown>,
): Ref<Record<string, string>> {
  const given = shallowRef<Record<string, string>>({});
  onMounted(() => {
    const entries = [...readHashEntries(location.hash)];
    given.value = Object.fromEntries(entries.filter(([name]) => names.includes(name)));
    return load();
  });
  return given;
}

/** Keeps what a reader has chosen in the address, as `attributesInAddress` reads it. */
export function keepInAddress(chosen: Readonly<Record<string, string | number>>): void {
  const entries = Object.entries(chosen).map(([name, value]) => [name, String(value)] as const);
  const address = new URL(location.href);
  address.hash = writeHashEntries(entries);
  history.replaceState(history.state, '', address);
}
