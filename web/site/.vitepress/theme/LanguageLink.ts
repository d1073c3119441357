import { useData, withBase } from 'vitepress';
import { computed, defineComponent, h } from 'vue';

/** The same page in the other language, by the language's own name: a menu of two needs no menu. */
export const LanguageLink = defineComponent(() => {
  const { site, localeIndex, page, hash } = useData();

  const link = computed(() => {
    const other = localeIndex.value === 'zh' ? 'root' : 'zh';
    const path = page.value.relativePath
      .replace(/^zh\//, '')
      .replace(/(^|\/)index\.md$/, '$1')
      .replace(/\.md$/, '.html');
    return {
      label: site.value.locales[other]?.label,
      lang: site.value.locales[other]?.lang,
      href: withBase(`/${other === 'zh' ? 'zh/' : ''}${path}`) + hash.value,
    };
  });

  /** The state in the hash changes without an event; this is for those who open a link elsewhere. */
  const refresh = (event: Event) => {
    (event.currentTarget as HTMLAnchorElement).hash = location.hash;
  };

  return () => {
    const { label, lang, href } = link.value;
    const events = { onPointerdown: refresh, onFocus: refresh };
    return h('a', { class: 'language-link', href, lang, hreflang: lang, ...events }, label);
  };
});
