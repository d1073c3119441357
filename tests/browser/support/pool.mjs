// Pages that are used again: to load a page takes ten times as long as to put a new element on one that is there.

import assert from 'node:assert/strict';

/** So many are kept while nobody uses them. */
const MOST = 4;

/** `off`: no page is used again, to see whether a test depends on that. `tell`: it is said why one is not, which costs a second. */
export const { ATTENTION_PLAYGROUND_POOL: pooling } = process.env;

const address = (path) => path.replace(/#.*/, '');

/** What cannot be changed of a page that is open. */
const kindOf = ({ locale, hasTouch }) => `${locale} ${hasTouch}`;

/**
 * Pages of a file that differ in no more than what can be set later: the part of the address behind `#`, the size of the
 * window, and what is asked of media. `open(path, options)` loads one, and `ready(page)` waits until all is drawn.
 */
export class Pool {
  constructor(open, ready) {
    this.open = open;
    this.ready = ready;
    /** [{ page, path, options }], that used last at the end. */
    this.kept = [];
  }

  /** A page as a first visitor has it: one that was used before, or a new one. `markup` is put into its empty body. */
  async take(path, options, markup) {
    for (;;) {
      const place = this.kept.findIndex(
        (one) => address(one.path) === address(path) && kindOf(one.options) === kindOf(options),
      );
      if (place < 0) break;
      const [{ page }] = this.kept.splice(place, 1);
      const reason = await this.renew(page, path, options, markup);
      if (!reason) return this.whenReady(page);
      await close(page, path, reason);
    }
    const page = await this.whenReady(await this.open(path, options));
    await page.evaluate(remember);
    page.heard = listeners(page);
    if (markup === undefined) return page;
    await page.evaluate(putBack, [path, markup]);
    return this.whenReady(page);
  }

  async whenReady(page) {
    try {
      await this.ready(page);
      return page;
    } catch (error) {
      await page.context().close();
      throw error;
    }
  }

  /** Keeps a page for the next test, with nothing on it that goes on; its errors are those of the test that ends. */
  async giveBack(page, path, options) {
    await page.mouse.move(0, 0);
    await page.unrouteAll();
    await page.context().clearPermissions();
    const reason = await page.evaluate(park).catch(() => 'it is being left');
    assert.deepEqual(page.problems, []);
    if (reason) {
      await close(page, path, reason);
      return;
    }
    for (const [event, all] of Object.entries(page.heard)) {
      for (const one of page.listeners(event)) if (!all.includes(one)) page.off(event, one);
    }
    this.kept.push({ page, path, options });
    if (this.kept.length > MOST) await this.kept.shift().page.context().close();
  }

  /** Makes the page what it was; resolves to the reason if it cannot be. */
  async renew(page, path, { viewport, colorScheme, reducedMotion }, markup) {
    if (page.problems.length > 0) return page.problems.join();
    await page.setViewportSize(viewport);
    const none = { media: null, forcedColors: null, contrast: null };
    await page.emulateMedia({ ...none, colorScheme, reducedMotion });
    return page.evaluate(putBack, [path, markup]);
  }
}

async function close(page, path, reason) {
  if (pooling === 'tell')
    console.log(`a page of ${path.slice(0, 80)} is not used again: ${reason}`);
  await page.context().close();
}

/** The listeners of what pages tell. */
const listeners = (page) =>
  Object.fromEntries(
    ['request', 'response', 'requestfinished', 'requestfailed', 'console', 'pageerror']
      .concat('dialog', 'download', 'popup', 'close')
      .map((event) => [event, page.listeners(event)]),
  );

/** Runs in a page that has just been loaded: notes its elements, and all that must not change beside them. */
function remember() {
  const custom = () =>
    [...document.querySelectorAll('body *')].filter(({ localName }) => localName.includes('-'));
  const state = () => {
    const rest = document.documentElement.cloneNode(true);
    for (const element of rest.querySelectorAll('*')) {
      if (element.localName.includes('-')) element.remove();
    }
    // What has been fetched stays, and the scheme is set anew.
    const others = rest.querySelectorAll('head link, head script, .VPSwitchAppearance');
    for (const other of others) other.remove();
    rest.classList.remove('dark');
    if (rest.className === '') rest.removeAttribute('class');
    return JSON.stringify([
      rest.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
      location.pathname + location.search,
    ]);
  };
  const elements = custom();
  globalThis.firstVisit = {
    hash: location.hash,
    content: [...document.body.children],
    elements: elements
      .filter((one) => !elements.some((other) => other !== one && other.contains(one)))
      .map((element) => ({
        name: element.localName,
        attributes: [...element.attributes].map(({ name, value }) => [name, value]),
        children: [...element.childNodes].map((child) => child.cloneNode(true)),
        parent: element.parentNode,
        next: element.nextSibling,
      })),
    custom,
    state,
    before: state(),
  };
}

/** Runs in the page: takes the elements away and what they leave; returns why the page cannot be used again, if so. */
async function park() {
  const { firstVisit } = globalThis;
  if (!firstVisit) return 'it has been loaded again';
  const isBlank = document.body === firstVisit.blank;
  if (firstVisit.elements.length === 0 && !isBlank) return 'it has no element';
  for (const element of firstVisit.custom()) {
    element.remove();
    await 0;
    // Else the next element in the same state would go on with its undo and its trail.
    const { session } = element.store ?? {};
    session?.adopt(document.createElement(element.localName).store.session);
  }
  for (const { name } of await indexedDB.databases()) {
    const isGone = await new Promise((done) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => done(true);
      request.onblocked = () => done(false);
    });
    if (!isGone) return 'it keeps something';
  }
  // Whoever walks is known at the next visit.
  localStorage.removeItem('attention-playground-greeted');
  if (isBlank) document.body.replaceChildren();
  for (const child of [...document.body.children]) {
    if (!firstVisit.content.includes(child)) child.remove();
  }
  getSelection().removeAllRanges();
  // From where Tab goes on.
  const start = document.createElement('button');
  document.body.prepend(start);
  start.focus({ preventScroll: true });
  start.remove();
  scrollTo({ left: 0, top: 0, behavior: 'instant' });
  return '';
}

/** Runs in the page: puts new elements in; returns why it cannot be done, if so. */
async function putBack([path, markup]) {
  const { firstVisit } = globalThis;
  const { elements, state, before, hash } = firstVisit;
  const address = new URL(path, location.href);
  const isSynced = elements.every(({ attributes }) =>
    attributes.some(([name]) => name === 'sync-url'),
  );
  // Others are given what the address says when their page is made.
  if (markup === undefined && !isSynced && (hash !== '' || address.hash !== ''))
    return 'its address is read once';
  // The page follows its window, its scheme and where it is scrolled to a frame or more later.
  let now = state();
  for (let frames = 0; now !== before && frames < 10; frames += 1) {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    now = state();
  }
  if (now !== before) {
    let at = 0;
    while (now[at] === before[at]) at += 1;
    const part = (text) => text.slice(Math.max(0, at - 60), at + 60);
    return `${part(now)}, not ${part(before)}`;
  }
  if (elements.some(({ parent }) => !parent.isConnected)) return 'it has other content';
  history.replaceState(history.state, '', address);
  if (markup !== undefined) {
    firstVisit.blank = document.body;
    document.body.setHTMLUnsafe(markup);
  }
  for (const { name, attributes, children, parent, next } of elements.toReversed()) {
    const element = document.createElement(name);
    for (const attribute of attributes) element.setAttribute(...attribute);
    element.append(...children.map((child) => child.cloneNode(true)));
    parent.insertBefore(element, next);
  }
  return '';
}
