import { useData } from 'vitepress';
import { computed } from 'vue';

/** The language of the page that a component stands on. */
export const useLanguage = () => {
  const { localeIndex } = useData();
  return computed(() => (localeIndex.value === 'zh' ? 'zh' : 'en'));
};
