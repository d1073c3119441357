// What the elements offer, as the package says it: custom-elements.json, which the build writes from their classes.

import { existsSync, readFileSync } from 'node:fs';

interface Named {
  name: string;
  description?: string;
}

export interface Attribute extends Named {
  fieldName: string;
  type: { text: string };
  default?: string;
}

interface Member extends Named {
  type?: { text: string };
  readonly?: boolean;
  attribute?: string;
}

interface Event extends Named {
  type: { text: string };
}

interface CssProperty extends Named {
  default?: string;
}

export interface Declaration {
  tagName: string;
  description: string;
  attributes: Attribute[];
  members: Member[];
  events: Event[];
  slots: Named[];
  cssParts: Named[];
  cssProperties: CssProperty[];
}

const file = new URL('../../../../dist/custom-elements.json', import.meta.url);

interface Manifest {
  modules: { declarations: Declaration[] }[];
}

/** The elements by their tags; none where the package is not built, as for `npm run dev`. */
export function readManifest(): ReadonlyMap<string, Declaration> | undefined {
  if (!existsSync(file)) return undefined;
  const { modules } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const declarations = modules.flatMap(({ declarations }) => declarations);
  return new Map(declarations.map((each) => [each.tagName, each]));
}
