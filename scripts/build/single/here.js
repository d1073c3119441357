// What a classic script knows of itself, and only while it runs first: before all else of the single script.

// A module that has the script in it says what is to be known: scripts/build/single.mjs.
const script =
  typeof attentionPlaygroundScript === 'undefined'
    ? document.currentScript
    : attentionPlaygroundScript;

/** Its address; written into a page, or run in another way, that of the page. */
export const address = script?.src || document.baseURI;

/** Its text, if that is written into a page. */
export const text = script && !script.src ? script.textContent : undefined;
