// Declarations that make the elements known to the templates of frameworks, for those who use them.

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
${tagLines(elements, (name) => `Tag<${name}, ${name}Props, ${name}Events>`)}
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
${tagLines(elements, (name) => `Tag<${name}Props, ${name}Events>`)}
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
${tagLines(elements, (name) => `Tag<${name}, ${name}Props, ${name}Events>`)}
  }
}
`;
}
