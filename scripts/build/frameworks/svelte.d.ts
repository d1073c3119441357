// The elements in templates of Svelte. Only for projects with Svelte's types.

import type { HTMLAttributes } from 'svelte/elements';
import type { AnyElement, Elements } from './elements.js';

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void;
};
type Own<Of extends AnyElement> = Of['props'] & Listeners<Of['events']>;
type Tag<Of extends AnyElement> = Omit<HTMLAttributes<Of['element']>, keyof Own<Of>> & Own<Of>;
type Tags = { [Name in keyof Elements]: Tag<Elements[Name]> };

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Tags {}
}
