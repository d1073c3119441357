// Declarations of the elements as a page sees them: public members, events, and what a template may set. Nothing of
// the library that they are built with.

import { join } from 'node:path';
import { DeclarationFile, withBases } from './declarations.mjs';

const note = '// Written by the build from the element’s class. Not to be edited.\n\n';
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
    const type = fieldName ? `Attribute<${typeOf(fieldName)}>` : 'string';
    return `${comment(description)}${quoted(attribute)}?: ${type};`;
  });
  const named = new Set(attributes.map((attribute) => attribute.name));
  const others = members
    .filter(({ name: field, kind, readonly }) => kind === 'field' && !readonly && !named.has(field))
    .map(({ name: field, description }) => `${comment(description)}${field}?: ${typeOf(field)};`);
  return [...own, ...others].join('\n');
}

/** The declaration of one element; `types` is the folder of the compiler's declarations. */
export function elementDeclaration({ entry, compiled, declaration, declared }, types) {
  const { name, tagName, description, members, events = [] } = declaration;
  const file = new DeclarationFile(join(types, `${entry}.d.ts`));
  const fields = members.map((member) => {
    const { file: from, nodes, type } = declared.get(member.name);
    if (!nodes) return `${comment(member.description)}${member.name}: ${type};`;
    return nodes.map((node) => file.take(from, node)).join('\n');
  });
  const files = withBases(compiled, name).map((each) => each.file);
  const eventFields = events.map(({ name: event, type, description }) => {
    const text = file.takeType(files, type?.text ?? 'CustomEvent');
    return `${comment(description)}${quoted(event)}: ${text};`;
  });
  const overridden = events.map(({ name: event }) => `'${event}'`).join(' | ') || 'never';
  return `${note}${file.importLines()}
${comment(description)}export declare class ${name} extends HTMLElement {
${[...fields, listeners(name)].join('\n')}
}

/** The events of \`<${tagName}>\`. */
export interface ${name}Events {
${eventFields.join('\n')}
}

/** Its events with those of every element. */
export interface ${name}EventMap extends Omit<HTMLElementEventMap, ${overridden}>, ${name}Events {}

/** An attribute is text; frameworks also take the value of its property. */
type Attribute<T> = T | (T extends number ? \`\${number}\` : T extends boolean ? '' : never);

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
