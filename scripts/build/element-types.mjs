// Declarations of the elements as a page sees them: public members, events, and what a template may set. Nothing of
// the library that they are built with.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root } from '../lib/run.mjs';
import { DeclarationFile, parseDeclarations, publicMembers } from './declarations.mjs';

const note = '// Written by the build from the element’s class. Not to be edited.\n\n';
const indent = (text) => text.replace(/^(?=.)/gm, '  ');
const comment = (text) => (text ? `/** ${text.replace(/\s*\n\s*/g, ' ')} */\n` : '');
const quoted = (name) => (/^[\w$]+$/.test(name) ? name : `'${name}'`);

/** Overloads of addEventListener and removeEventListener, as the DOM's own elements have them. */
function listeners(name) {
  const overload = (method, options) => `${method}<K extends keyof ${name}EventMap>(
  type: K,
  listener: (this: ${name}, event: ${name}EventMap[K]) => unknown,
  options?: boolean | ${options},
): void;
${method}(
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | ${options},
): void;`;
  return [
    overload('addEventListener', 'AddEventListenerOptions'),
    overload('removeEventListener', 'EventListenerOptions'),
  ].join('\n');
}

/** What a template may set: attributes by name, each also of its property's type, and writable properties. */
function settable({ name, members, attributes = [] }) {
  const typeOf = (field) => `${name}['${field}']`;
  const own = attributes.map(({ name: attribute, fieldName, description }) => {
    const type = fieldName ? `${typeOf(fieldName)} | string` : 'string';
    return `${comment(description)}${quoted(attribute)}?: ${type};`;
  });
  const named = new Set(attributes.map((attribute) => attribute.name));
  const others = members
    .filter(({ name: field, kind, readonly }) => kind === 'field' && !readonly && !named.has(field))
    .map(({ name: field, description }) => `${comment(description)}${field}?: ${typeOf(field)};`);
  return [...own, ...others].join('\n');
}

/** The declaration of one element; `types` is the folder of the compiler's declarations. */
export function elementDeclaration({ entry, source, declaration }, types) {
  const { name, tagName, description, members, events = [] } = declaration;
  const file = new DeclarationFile(join(types, `${entry}.d.ts`));
  const compiled = source.replace(/^web/, types).replace(/\.ts$/, '.d.ts');
  const declared = publicMembers(compiled, name);
  const fields = members.map((member) => {
    const found = declared.get(member.name);
    if (!found) throw new Failure(`${source}: ${member.name} has no declaration`);
    return found.nodes.map((node) => file.take(found.file, node)).join('\n');
  });
  const written = parseDeclarations(compiled, readFileSync(join(root, source), 'utf8'));
  const eventFields = events.map(({ name: event, type, description }) => {
    const text = file.takeType(written, type?.text ?? 'CustomEvent');
    return `${comment(description)}${quoted(event)}: ${text};`;
  });
  const overridden = events.map(({ name: event }) => `'${event}'`).join(' | ') || 'never';
  return `${note}${file.importLines()}
${comment(description)}export declare class ${name} extends HTMLElement {
${indent([...fields, listeners(name)].join('\n'))}
}

/** The events of \`<${tagName}>\`. */
export interface ${name}Events {
${indent(eventFields.join('\n'))}
}

/** Its events with those of every element. */
export interface ${name}EventMap extends Omit<HTMLElementEventMap, ${overridden}>, ${name}Events {}

/** What a template may set on it. */
export interface ${name}Props {
${indent(settable(declaration))}
}

declare global {
  interface HTMLElementTagNameMap {
    '${tagName}': ${name};
  }
}
`;
}

function importsOf(elements) {
  return elements
    .map(({ entry, declaration: { name } }) => {
      return `import type { ${name}, ${name}Events, ${name}Props } from './${entry}.js';\n`;
    })
    .join('');
}

const tagLines = (elements, typeOf) =>
  elements.map(({ declaration: { name, tagName } }) => `'${tagName}': ${typeOf(name)};`).join('\n');

/** Declares all elements to JSX of React 19 (and of 18 with the new transform). */
export function jsxDeclaration(elements) {
  return `// Written by the build: the elements in JSX. Only for projects with React's types.

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
${importsOf(elements)}
type Listeners<Events> = {
  [Name in keyof Events & string as \`on\${Name}\`]?: (event: Events[Name]) => void;
};
type Tag<Element, Props, Events> = Omit<
  DetailedHTMLProps<HTMLAttributes<Element>, Element>,
  keyof Props
> &
  Props &
  Listeners<Events>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${indent(indent(indent(tagLines(elements, (name) => `Tag<${name}, ${name}Props, ${name}Events>`))))}
    }
  }
}
`;
}

/** Declares all elements to the templates of Vue. */
export function vueDeclaration(elements) {
  return `// Written by the build: the elements in templates of Vue. Only for projects with Vue's types.

import type { HTMLAttributes, PublicProps } from 'vue';
${importsOf(elements)}
type Camel<Name extends string> = Name extends \`\${infer First}-\${infer Rest}\`
  ? \`\${First}\${Capitalize<Camel<Rest>>}\`
  : Name;
type Listeners<Events> = {
  [Name in keyof Events & string as \`on\${Capitalize<Camel<Name>>}\`]?: (event: Events[Name]) => void;
};
interface Tag<Props, Events> {
  new (): {
    $props: PublicProps & Omit<HTMLAttributes, keyof Props | keyof Listeners<Events>> & Props & Listeners<Events>;
  };
}

declare module 'vue' {
  interface GlobalComponents {
${indent(indent(tagLines(elements, (name) => `Tag<${name}Props, ${name}Events>`)))}
  }
}
`;
}

/** Declares all elements to the templates of Svelte. */
export function svelteDeclaration(elements) {
  return `// Written by the build: the elements in templates of Svelte. Only for projects with Svelte's types.

import type { HTMLAttributes } from 'svelte/elements';
${importsOf(elements)}
type Listeners<Events> = {
  [Name in keyof Events & string as \`on\${Name}\`]?: (event: Events[Name]) => void;
};
type Tag<Element extends EventTarget, Props, Events> = Omit<
  HTMLAttributes<Element>,
  keyof Props | keyof Listeners<Events>
> &
  Props &
  Listeners<Events>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${indent(indent(tagLines(elements, (name) => `Tag<${name}, ${name}Props, ${name}Events>`)))}
  }
}
`;
}
