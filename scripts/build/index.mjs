// The whole build: the wasm module, what is generated from it, the npm package and the site. Each step is
// skipped while nothing that it reads has changed.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { webRooms } from '../checks/rooms.mjs';
import { root } from '../lib/run.mjs';
import { step } from '../lib/steps.mjs';
import { bundle } from './bundle.mjs';
import { panelNames } from './entries.mjs';
import { generate, listFacts, listKinds, textFolders } from './generated.mjs';
import { buildSite, siteFolder } from './site.mjs';
import { budgets, gzipSize, printSizes, staticFirstView, wasmSizes } from './sizes.mjs';
import { buildTypes } from './types.mjs';
import { assetsFile, buildWasm, glueFile, trainingWasmFile, wasmFile } from './wasm.mjs';

const tools = ['package-lock.json', 'scripts/build', 'scripts/lib', 'tsconfig.base.json'];
const source = webRooms
  .flat()
  .filter((room) => room !== 'site')
  .map((room) => `web/${room}`);

export async function build() {
  console.log('Building');
  await step(
    'wasm',
    {
      inputs: [
        'CMakeLists.txt',
        'CMakePresets.json',
        'cmake',
        'src',
        'scripts/build/assets.mjs',
        'scripts/build/imports.mjs',
        'scripts/build/wasm.mjs',
      ],
      outputs: [wasmFile, trainingWasmFile, glueFile, assetsFile],
    },
    buildWasm,
  );
  await step(
    'formulas',
    {
      inputs: [
        ...tools,
        ...['web/engine', 'web/text', 'web/i18n'],
        ...textFolders().map((folder) => `${folder}/texts`),
      ],
      outputs: [
        'web/kit/generated/formulas.ts',
        'web/kit/generated/more-formulas.ts',
        'web/panels/generated/formulas.ts',
      ],
    },
    generate,
  );
  await step(
    'figures',
    {
      inputs: [...tools, 'web/figures/kinds'],
      outputs: ['web/figures/generated/kinds.ts'],
    },
    listKinds,
  );
  await step(
    'models',
    { inputs: [...tools, 'models'], outputs: ['web/learned/generated/facts.ts'] },
    listFacts,
  );
  await step('bundle', { inputs: [...tools, ...source], outputs: ['dist/element.js'] }, bundle);
  await step(
    'types',
    {
      inputs: [...tools, ...source, 'tsconfig.package.json'],
      outputs: ['dist/types/element.d.ts', 'dist/modules/engine/index.js'],
    },
    buildTypes,
  );
  await step(
    'site',
    {
      inputs: [...tools, 'dist', 'models', 'web/site', 'tests/bench/results'],
      outputs: ['web/site/.vitepress/dist/index.html'],
      settings: process.env.SITE_BASE,
      skip: (path) => /\.vitepress\/(cache|dist)$|^dist\/(types|modules)$/.test(path),
    },
    buildSite,
  );
  printSizes(sizes());
}

function sizes() {
  const dist = join(root, 'dist');
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const rows = scripts.map((name) => ({ name: `dist/${name}`, bytes: gzipSize(join(dist, name)) }));
  for (const name of panelNames()) {
    const file = `panels/${name}.js`;
    rows.push({ name: `dist/${file}`, bytes: gzipSize(join(dist, file)) });
  }
  rows.push(...wasmSizes());
  if (existsSync(siteFolder)) {
    const view = (name, budget, options) => {
      const sizes = [...staticFirstView(siteFolder, options).values()];
      rows.push({ name, bytes: sizes.reduce((sum, size) => sum + size, 0), budget });
    };
    view('first view, at most', budgets.firstView, {});
    view('first view with its model, at most', budgets.learnedView, { learned: true });
  }
  return rows;
}
