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
