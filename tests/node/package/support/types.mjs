// TypeScript programs of others that use the package, and the compiler, which checks libraries too (skipLibCheck false).

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from '../../../../scripts/lib/run.mjs';

/** Without React, Vue or any package of types. */
export const plain = `
import { load, type Tensor } from 'attention-playground';
import { AttentionPlaygroundElement } from 'attention-playground/element';
import 'attention-playground/panels/positional-encoding';

const ap = await load();
export const table: Tensor = ap.positionalEncoding({ length: 3, dModel: 4 });
using trace = ap.traceAttention({ x: [[1, 2]] });

const element = document.querySelector('attention-playground')!;
element.addEventListener('step-change', ({ detail }) => detail.step.toUpperCase());
element.addEventListener('cell-change', (event) => event.detail?.index.map(Number));
element.addEventListener('error', ({ detail }) => detail.code.toUpperCase());
element.addEventListener('click', (event) => event.clientX);
element.addEventListener('of-another', (event: Event) => event.type);
// @ts-expect-error: a path is text
element.addEventListener('step-change', ({ detail }) => detail.step.toFixed());
// @ts-expect-error: it can only be read
element.trace = undefined;
export const html: HTMLElement = new AttentionPlaygroundElement();

const panel = document.createElement('positional-encoding');
panel.dModel = 4;
// @ts-expect-error: a number
panel.dModel = [4];
export const ready: Promise<unknown> = panel.ready;
`;

/** In Node, or anywhere: the engine alone, without the DOM's types and without Node's. */
export const withoutDom = `
import { isEngineError, load, loadWorker, type CallOptions, type LoadOptions, type Tensor } from 'attention-playground';

const options: LoadOptions = { wasmUrl: 'file:///engine.wasm', simd: 'relaxed' };
declare const call: CallOptions;
declare const url: { readonly href: string };
export async function compute(): Promise<Tensor> {
  const ap = await load({ wasmUrl: url, training: true });
  const trace = ap.traceAttention({ x: [[1, 2]] });
  trace.dispose();
  try {
    return await loadWorker(options).softmax([1, 2], call);
  } catch (error) {
    return ap.softmax([isEngineError(error) ? error.code.length : 1, 2]);
  }
}
`;

/** The same from CommonJS, and the elements with the DOM's types. */
export const commonJs = `
import { load, loadWorker } from 'attention-playground';
import { AttentionPlaygroundElement } from 'attention-playground/element';
import 'attention-playground/panels/positional-encoding';

export const element: AttentionPlaygroundElement = new AttentionPlaygroundElement();
element.heads = 4;
document.querySelector('positional-encoding')!.dModel = 4;
const wasmModule = new WebAssembly.Module(new Uint8Array(8));
void load({ wasmUrl: new URL('file:///engine.wasm'), wasmModule });
void loadWorker().softmax([1], { signal: new AbortController().signal });
// @ts-expect-error: a module, not text
void load({ wasmModule: 'engine' });
`;

export const react = `
import 'attention-playground/element';
import type {} from 'attention-playground/jsx';

export const page = (
  <div>
    <attention-playground
      className="wide" key="a" sentence="The cat" heads={4} d-model="64" sync-url="" loading="lazy"
      onload={(event) => event.detail} onstep-change={(event) => event.detail.step.toUpperCase()}
    />
    <scaling-study d-k="256" seed={1} />
    {/* @ts-expect-error: not one of its words */}
    <attention-playground loading="never" />
    {/* @ts-expect-error: no number */}
    <scaling-study d-k="wide" />
  </div>
);
`;

export const vue = `
import type {} from 'attention-playground/vue';
import type { GlobalComponents } from 'vue';

type Props = InstanceType<GlobalComponents['attention-playground']>['$props'];
export const props: Props = {
  sentence: 'The cat',
  class: 'wide',
  onStepChange: (event) => event.detail.step.toUpperCase(),
};
// @ts-expect-error: not one of its words
export const wrong: Props = { loading: 'never' };
`;

export const svelte = `
import type {} from 'attention-playground/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

type Props = SvelteHTMLElements['attention-playground'];
export const props: Props = {
  sentence: 'The cat',
  class: 'wide',
  'onstep-change': (event) => event.detail.step.toUpperCase(),
};
// @ts-expect-error: not one of its words
export const wrong: Props = { loading: 'never' };
`;

/** What our declarations need of frameworks that are not installed here; tests/hosts has the real ones. */
export const standIns = {
  'react/index.d.ts': `
export interface HTMLAttributes<T> { className?: string; onClick?: (event: { target: T }) => void }
export type DetailedHTMLProps<E, T> = E & { key?: string; ref?: (element: T | null) => void };
export namespace JSX {
  interface Element {}
  interface IntrinsicElements { div: { children?: unknown } }
}`,
  'react/jsx-runtime.d.ts': `
import { JSX as Own } from './index.js';
export namespace JSX {
  type Element = Own.Element;
  type IntrinsicElements = Own.IntrinsicElements;
  interface ElementChildrenAttribute { children: unknown }
}
export function jsx(type: unknown, props: unknown): Own.Element;
export const jsxs: typeof jsx;`,
  'react/package.json': JSON.stringify({
    name: 'react',
    exports: {
      '.': { types: './index.d.ts' },
      './jsx-runtime': { types: './jsx-runtime.d.ts' },
    },
  }),
  'svelte/elements.d.ts': `
export interface HTMLAttributes<T extends EventTarget> { class?: string; onclick?: (event: { currentTarget: T }) => void }
export interface SvelteHTMLElements { div: HTMLAttributes<HTMLDivElement> }`,
  'svelte/package.json': JSON.stringify({
    name: 'svelte',
    exports: { './elements': { types: './elements.d.ts' } },
  }),
};

export const resolutions = [
  ['NodeNext', 'NodeNext'],
  ['Node16', 'Node16'],
  ['ESNext', 'Bundler'],
];

/** Compiles programs, { name: text }, in a folder with the package; fails with what the compiler says. */
export async function compile(folder, programs, [module, moduleResolution], others = {}) {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    jsx: 'react-jsx',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    ...others,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(programs) }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { output } = await run(process.execPath, [tsc, '-p', '.'], { cwd: folder, quiet: true });
  assert.equal(output, '');
}

/** Puts files of other packages beside it. */
export function install(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const full = join(folder, 'node_modules', path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}
