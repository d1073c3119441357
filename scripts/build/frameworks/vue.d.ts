// The elements in templates of Vue. Only for projects with Vue's types.

import type { HTMLAttributes, PublicProps } from 'vue';
import type { AnyElement, Elements } from './elements.js';

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
type Listeners<Events> = {
  [Name in keyof Events & string as `on${Capitalize<Camel<Name>>}`]?: (event: Events[Name]) => void;
};
type Own<Of extends AnyElement> = Of['props'] & Listeners<Of['events']>;
interface Tag<Of extends AnyElement> {
  new (): { $props: PublicProps & Omit<HTMLAttributes, keyof Own<Of>> & Own<Of> };
}
type Tags = { [Name in keyof Elements]: Tag<Elements[Name]> };

declare module 'vue' {
  interface GlobalComponents extends Tags {}
}
