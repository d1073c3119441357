import { h, shallowReactive, type Component, type FunctionalComponent } from 'vue';

/** Components of VitePress's theme that only pages of prose show. Their own names are those of their styles, which come late too. */
export type ProsePart = 'page' | 'localNav';

const parts = shallowReactive<Partial<Record<ProsePart, Component>>>({});

/** Called by the scripts of pages of prose, before they are shown. */
export function bringParts(brought: Record<ProsePart, Component>): void {
  Object.assign(parts, brought);
}

/** Stands in the layout of every page; draws the part once a page has brought it. */
export const placeOf =
  (name: ProsePart): FunctionalComponent =>
  (props, { slots }) => {
    const part = parts[name];
    return part && h(part, props, slots);
  };
