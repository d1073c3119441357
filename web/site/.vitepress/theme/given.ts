import { readHashEntries } from '../../../kit/hash';
import { onMounted, shallowRef, type Ref } from 'vue';

/**
 * Attributes that other pages of the site give an element in the address, behind `#`; `load` fetches the element's script.
 * There is no address while a page is rendered at build time.
 */
export function givenInAddress(
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
