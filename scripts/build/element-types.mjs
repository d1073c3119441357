// Declarations of the elements as a page sees them: public members, events, and what a template may set. Nothing of the library
// that they are built with.

import { dirname, relative } from 'node:path';

function comment(text) {
  if (!text) return '';
  return text.includes('\n')
    ? `/**\n * ${text.replaceAll('\n', '\n * ')}\n */\n`
    : `/** ${text} */\n`;
}

/** A line of an interface or a class, under its comment. */
const line = ({ name, description }, type, sign = '') =>
  `${comment(description)}${/^[\w$]+$/.test(name) ? name : `'${name}'`}${sign}: ${type};`;

function field({ name, type: { text }, accepts, readonly, description }) {
  const declared =
    accepts && accepts !== text
      ? `get ${name}(): ${text};\nset ${name}(value: ${accepts});`
      : `${readonly ? 'readonly ' : ''}${name}: ${text};`;
  return comment(description) + declared;
}

/** Overloads as the DOM's own elements have them. */
const listening = (name, method, options) => `${method}<K extends keyof ${name}EventMap>(
  type: K,
  listener: (this: ${name}, event: ${name}EventMap[K]) => unknown,
  options?: boolean | ${options},
): void;
${method}(
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | ${options},
): void;`;

/** What a template may set: attributes, each also of its property's type, and the other properties that can be written. */
function settable({ name, members, attributes }) {
  const named = new Set(attributes.map((attribute) => attribute.name));
  const others = members.filter((member) => !member.readonly && !named.has(member.name));
  return [
    ...attributes.map((each) => line(each, `Attribute<${name}['${each.fieldName}']>`, '?')),
    ...others.map((each) => line(each, `${name}['${each.name}']`, '?')),
  ].join('\n');
}

/** The declarations of the elements of an entry, for the folder `types`. */
export function elementDeclarations(entry, elements, types) {
  const text = `// Written by the build from the elements’ classes. Not to be edited.

/** An attribute is text; frameworks also take the value of its property. */
type Attribute<T> = T | (T extends number ? \`\${number}\` : T extends boolean ? '' : never);

${elements.map(({ declaration }) => elementDeclaration(declaration)).join('\n')}`;
  const folder = dirname(`${types}/${entry}`);
  return text.replace(/import\("(.+?)"\)/g, (_, path) => {
    const from = relative(folder, path);
    return `import('${from.startsWith('.') ? from : `./${from}`}.js')`;
  });
}

function elementDeclaration(declaration) {
  const { name, tagName, description, members, events } = declaration;
  return `${comment(description)}export declare class ${name} extends HTMLElement {
${members.map(field).join('\n')}
${listening(name, 'addEventListener', 'AddEventListenerOptions')}
${listening(name, 'removeEventListener', 'EventListenerOptions')}
}

/** The events of \`<${tagName}>\`. */
export interface ${name}Events {
${events.map((event) => line(event, event.type.text)).join('\n')}
}

/** Its events with those of every element. */
export interface ${name}EventMap
  extends Omit<HTMLElementEventMap, keyof ${name}Events>, ${name}Events {}

/** What a template may set on it. */
export interface ${name}Props {
${settable(declaration)}
}

declare global {
  interface HTMLElementTagNameMap {
    '${tagName}': ${name};
  }
}
`;
}

/** All elements by their tags, for the templates of frameworks: see scripts/build/frameworks. */
export function elementsDeclaration(elements) {
  const names = elements.map(({ entry, declaration: { name, tagName } }) => ({
    entry,
    name,
    tagName,
  }));
  return `// Written by the build: all elements by their tags.

${names.map(({ entry, name }) => `import type { ${name}, ${name}Events, ${name}Props } from './${entry}.js';`).join('\n')}

export interface Elements {
${names.map(({ tagName, name }) => `'${tagName}': { element: ${name}; props: ${name}Props; events: ${name}Events };`).join('\n')}
}
export type AnyElement = Elements[keyof Elements];
`;
}
