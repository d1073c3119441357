// The elements in JSX of React 19, and of 18 with the new transform. Only for projects with React's types.

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AnyElement, Elements } from './elements.js';

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void;
};
type Tag<Of extends AnyElement> = Omit<
  DetailedHTMLProps<HTMLAttributes<Of['element']>, Of['element']>,
  keyof Of['props']
> &
  Of['props'] &
  Listeners<Of['events']>;
export type Tags = { [Name in keyof Elements]: Tag<Elements[Name]> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
