import type { Language } from '../i18n/index.js';
import type { PageLanguage } from '../kit/element/language.js';
import type { PlaygroundStore } from './store.js';

/** Keeps the language of the store and of the page equal. Both may choose another one; the last choice counts. */
export class SpokenLanguage {
  /** The languages last given to the store, and last found there. */
  private spoken: Language | undefined;
  private found: Language;

  constructor(
    private readonly page: PageLanguage,
    private readonly store: PlaygroundStore,
  ) {
    this.found = store.state.lang;
  }

  /** Gives the store the page's language once its texts are there. */
  speak(): void {
    const { shown } = this.page;
    if (shown === this.spoken) return;
    this.spoken = this.found = shown;
    if (shown !== this.store.state.lang) this.store.update({ lang: shown });
  }

  /** Adopts the language that an address chose. */
  adopt(): void {
    const { lang } = this.store.state;
    if (lang === this.found) return;
    this.found = lang;
    this.page.choose(lang);
  }
}
