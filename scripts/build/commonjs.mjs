// What `require` gets where it reads no ES modules, as in Jest: the engine as one CommonJS file, and of the elements names
// without an element. Node's own `require` and bundlers get the modules: see `exports` in package.json.

import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { writeIfChanged } from '../lib/files.mjs';
import { root } from '../lib/run.mjs';
import { runEsbuild } from './bundle.mjs';
import { elementEntries } from './entries.mjs';
import { modulesFolder } from './modules.mjs';
import { componentName } from './react.mjs';

const engine = `${modulesFolder}/engine/index`;
const guard = `${modulesFolder}/without-page.cjs`;

/** The engine finds its files beside `dist/assets.js`, as its modules do. */
async function writeEngine() {
  const assets = relative(dirname(engine), 'dist/assets.js').split(sep).join('/');
  await runEsbuild({
    entryPoints: [join(root, `${engine}.js`)],
    outfile: join(root, `${engine}.cjs`),
    absWorkingDir: root,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    inject: [join(root, 'scripts/build/commonjs-globals.js')],
    define: { 'import.meta.url': 'address' },
    banner: {
      js: `const address = require('node:url').pathToFileURL(__dirname + '/${assets}').href;`,
    },
  });
}

const elementFile = (guardPath, names) => `// Written by the build: see scripts/build/commonjs.mjs.

require('${guardPath}');

const { HTMLElement = class {} } = globalThis;
${names.map((name) => `exports.${name} = class ${name} extends HTMLElement {};`).join('\n')}
`;

const reactFile = (elements) => `// Written by the build: see scripts/build/commonjs.mjs.

require('./without-page.cjs');
const { createElement } = require('react');

const component = (tag) => (props) => createElement(tag, props);
${elements
  .map(
    ({ declaration: { tagName } }) =>
      `exports.${componentName(tagName)} = component('${tagName}');`,
  )
  .join('\n')}
`;

/** CommonJS may take the types of a module, and declares its values anew: functions, or classes, which are types as well. */
const declarations = (
  module,
  values,
  kind,
) => `// Written by the build: see scripts/build/commonjs.mjs.

import type * as module from '${module}' with { 'resolution-mode': 'import' };

export type * from '${module}' with { 'resolution-mode': 'import' };
${values
  .map(
    (name) => `export declare const ${name}: typeof module.${name};
${kind === 'classes' ? `export type ${name} = module.${name};\n` : ''}`,
  )
  .join('')}`;

const declare = (path, values, kind) =>
  writeIfChanged(
    `lib/types/${path}.d.cts`,
    declarations(`./${path.replace(/^.*\//, '')}.js`, values, kind),
  );

export async function makeCommonJs(elements) {
  await writeEngine();
  declare('engine/index', Object.keys(await import(join(root, `${engine}.js`))));
  writeIfChanged(guard, readFileSync(join(root, 'scripts/build/without-page.cjs'), 'utf8'));
  for (const [entry, source] of Object.entries(elementEntries())) {
    const names = elements
      .filter((element) => element.entry === entry)
      .map(({ declaration }) => declaration.name);
    const file = source.replace(/^web/, modulesFolder).replace(/\.ts$/, '.cjs');
    const path = relative(dirname(file), guard).split(sep).join('/');
    writeIfChanged(file, elementFile(path.startsWith('.') ? path : `./${path}`, names));
    declare(entry, names, 'classes');
  }
  writeIfChanged(`${modulesFolder}/react.cjs`, reactFile(elements));
  declare(
    'react',
    elements.map(({ declaration: { tagName } }) => componentName(tagName)),
  );
  writeIfChanged(`${modulesFolder}/types-only.cjs`, '// Its declarations are all there is.\n');
  for (const name of ['jsx', 'vue', 'svelte']) declare(name, []);
}
