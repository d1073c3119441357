import type { ReactiveController, ReactiveElement } from 'lit';
import { hasDictionary, loadDictionary, type Language } from '../../i18n/index.js';
import { problemOf, type Problem } from '../../trace/problem.js';
import { parentOf } from './around.js';

const OBSERVED = { attributes: true, attributeFilter: ['lang'], subtree: true };

/** The elements around one, itself first. */
function* around(element: Element): Generator<Element> {
  for (let at: Element | null = element; at; at = parentOf(at)) yield at;
}

/** The language of an element: its own, else that of the elements around it. */
export function languageOf(element: HTMLElement): Language {
  let named: string | null = element.lang || null;
  for (const one of around(element)) {
    if (one !== element) named ??= one.getAttribute('lang');
  }
  return /^zh([-_]|$)/i.test(named ?? '') ? 'zh' : 'en';
}

const following = new Set<PageLanguage>();
let observer: MutationObserver | undefined;

/** Observes every document and shadow root around an element; one observer serves all elements. */
function observe(element: Element): void {
  observer ??= new MutationObserver(() => {
    for (const one of following) one.follow();
  });
  const roots = new Set([...around(element)].map((one) => one.getRootNode()));
  for (const root of roots) observer.observe(root, OBSERVED);
}

/** Follows the language of the page, now and when it changes, and fetches the texts of that language. */
export class PageLanguage implements ReactiveController {
  /** The language of the shown texts. While those of another language are not there, the old ones stay. */
  shown: Language = 'en';
  /** Why the texts of the page's language are not there. */
  failure: Problem | undefined;
  /** The language whose texts are shown or fetched. */
  wanted: Language = 'en';
  private page: Language | undefined;
  private hasSpoken = false;
  private hasTried = false;

  /** `failed` is called if texts cannot be fetched when the language changes. */
  constructor(
    private readonly host: ReactiveElement,
    private readonly failed: (problem: Problem) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    following.add(this);
    observe(this.host);
    this.follow();
  }

  hostDisconnected(): void {
    following.delete(this);
    // An observer cannot let go of a single root.
    observer?.disconnect();
    for (const { host } of following) observe(host);
  }

  /** Reads the page's language again. */
  follow(): void {
    const page = languageOf(this.host);
    if (page === this.page) return;
    this.page = page;
    this.choose(page);
  }

  /** Changes the language, until that of the page changes again. */
  choose(language: Language): void {
    this.wanted = language;
    if (!this.hasSpoken) this.shown = language;
    if (!this.hasTried && !hasDictionary(language)) return;
    this.retry();
  }

  readonly retry = (): void => {
    this.fetch().catch((error: unknown) => this.failed(problemOf(error)));
  };

  /** Resolves when the texts of the wanted language are shown; rejects with the reason if they cannot be fetched. */
  async fetch(): Promise<void> {
    this.hasTried = true;
    const { wanted } = this;
    try {
      if (!hasDictionary(wanted)) await loadDictionary(wanted);
    } catch (error) {
      if (wanted === this.wanted) this.settle(problemOf(error));
      throw error;
    }
    if (wanted !== this.wanted) return this.fetch();
    this.hasSpoken = true;
    this.shown = wanted;
    this.settle(undefined);
  }

  /** Wraps the host's `scheduleUpdate`: the first update waits for the texts, or for their failure. */
  whenSpoken(update: () => void | Promise<unknown>): void | Promise<unknown> {
    if (this.hasTried || hasDictionary(this.wanted)) return update();
    return this.fetch().then(update, update);
  }

  private settle(failure: Problem | undefined): void {
    this.failure = failure;
    this.host.requestUpdate();
  }
}
