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
    const entries = [...new URLSearchParams(location.hash.slice(1))];
    given.value = Object.fromEntries(entries.filter(([name]) => names.includes(name)));
    return load();
  });
  return given;
}
