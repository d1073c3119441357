// `attention-playground/react`: each element as a component of React, which a component of a server may show as well.

import { dirname, relative } from 'node:path';
import { elementEntries } from './entries.mjs';

const heading = '// Written by the build from the elements. Not to be edited.\n';

/** `<attention-step>` is `AttentionStep`. */
export const componentName = (tagName) =>
  tagName.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** Where the modules of an entry lie, seen from the folder of all modules. */
const moduleOf = (entry) => `./${relative('web', dirname(elementEntries()[entry]))}/index.js`;

/** The module: of an element its script is fetched once a browser shows it. */
export const reactModule = (elements) => `'use client';
${heading}
import { createElement, useEffect } from 'react';

function component(tag, load) {
  function Component(props) {
    useEffect(() => void load(), []);
    return createElement(tag, props);
  }
  return Component;
}

${elements
  .map(
    ({ entry, declaration: { tagName } }) =>
      `export const ${componentName(tagName)} = component('${tagName}', () => import('${moduleOf(entry)}'));`,
  )
  .join('\n')}
`;

/** Its types. */
export const reactDeclaration = (elements) => `${heading}
import type { ReactElement } from 'react';
import type { Tags } from './jsx.js';

${elements
  .map(
    ({
      declaration: { tagName },
    }) => `/** \`<${tagName}>\`: its attributes, properties and events. */
export declare function ${componentName(tagName)}(props: Tags['${tagName}']): ReactElement;`,
  )
  .join('\n')}
`;
