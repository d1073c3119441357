// What a classic script knows of itself, and only while it runs first: before all else of the single script.

const { currentScript } = document;

/** Its address; written into a page, or run in another way, that of the page. */
export const address = currentScript?.src || document.baseURI;

/** Its text, if that is written into a page. */
export const text = currentScript && !currentScript.src ? currentScript.textContent : undefined;
