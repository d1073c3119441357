// Each static check is shown to fail on what it is there to find, and to pass what is right.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { includeProblems } from '../../../scripts/checks/includes.mjs';
import { messagesOf, webProgram } from './support/lint.mjs';
import { root } from '../../../scripts/lib/run.mjs';

/** Calls `body` with a folder whose web/ consists of these files, { path: text }. */
function inFolder(files, body) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-checks-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, 'web', path, '..'), { recursive: true });
      writeFileSync(join(folder, 'web', path), text);
    }
    body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('includes', () => {
  const ours = (path) => `#include "attention_playground/${path}"`;
  const folder = 'src/attention_playground';

  test('what an include may name', () => {
    const lines = ['#include <vector>', ours('tensor/tensor.hpp'), ours('ops/add.hpp')];
    const files = {
      [`${folder}/ops/softmax.cpp`]: lines.join('\n'),
      [`${folder}/simd/wasm.hpp`]: '#include <wasm_simd128.h>',
      'src/bindings/module.cpp': '#include <emscripten/bind.h>',
    };
    assert.deepEqual(includeProblems(files), []);
  });

  test('a folder below, no folder, and Emscripten outside of its folders are found', () => {
    const files = {
      [`${folder}/tensor/a.hpp`]: `#pragma once\n${ours('ops/add.hpp')}`,
      [`${folder}/ops/a.cpp`]: '#include "add.hpp"\n#include "../steps/graph.hpp"',
      [`${folder}/ops/b.cpp`]: '#include <emscripten/bind.h>\n#include <wasm_simd128.h>',
      [`${folder}/misc/a.cpp`]: ours('tensor/tensor.hpp'),
    };
    const places = includeProblems(files).map((problem) => problem.replace(/: .*/, ''));
    const found = ['tensor/a.hpp:2', 'ops/a.cpp:1', 'ops/a.cpp:2', 'ops/b.cpp:1', 'ops/b.cpp:2'];
    assert.deepEqual(
      places,
      [...found, 'misc/a.cpp'].map((place) => `${folder}/${place}`),
    );
  });

  test('a circle over three headers is found once, a diamond is none', () => {
    const header = (...names) => names.map((name) => ours(`ops/${name}.hpp`)).join('\n');
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${folder}/ops/${name}.hpp`);
    const circle = { [a]: header('b'), [b]: header('c'), [c]: header('a') };
    assert.deepEqual(includeProblems(circle), [`${[a, b, c, a].join(' → ')}: a circle`]);
    assert.deepEqual(includeProblems({ ...circle, [a]: header('b', 'c'), [c]: '' }), []);
  });
});

describe('rooms', () => {
  const files = {
    'engine/load.ts': 'export const load = 1;',
    'engine/generated/module.ts': 'export default 1;',
    'trace/store.ts': "import { load } from '../engine/load.js';\nexport const store = load;",
    'text/value.ts': "export { store } from '../trace/store.js';",
    'text/type.ts':
      "import type { store } from '../trace/store.js';\nexport type A = typeof store;",
    'text/late.ts': "export const later = import('../trace/store.js');",
    'kit/own.ts': "import './not-written.js';\nimport './generated/not-yet.js';",
    'kit/glue.ts': "import module from '../engine/generated/module.js';\nconsole.log(module);",
    'kit/circle-a.ts': "import type { B } from './circle-b.js';\nexport type A = B;",
    'kit/circle-b.ts': "import type { A } from './circle-a.js';\nexport type B = A[];",
    'playground/a.ts': "import '../site/a.js';",
    'panels/one/c.ts': "import '../../playground/a.js';\nimport '../two/b.js';",
    'panels/two/b.ts': '',
    'site/a.ts': "import '../panels/two/b.js';\nimport '../../elsewhere.js';",
    'attic/a.ts': "import '../trace/store.js';",
  };
  const broken = [
    'every-room-has-a-place: web/attic/a.ts → web/trace/store.ts',
    'no-circles: web/kit/circle-a.ts →',
    'no-panel-knows-another: web/panels/one/c.ts → web/panels/two/b.ts',
    'nothing-outside-web: web/kit/own.ts → ./not-written.js',
    'only-engine-touches-wasm: web/kit/glue.ts → web/engine/generated/module.ts',
    'panels-knows-none-below: web/panels/one/c.ts → web/playground/a.ts',
    'playground-knows-none-below: web/playground/a.ts → web/site/a.ts',
    'text-knows-none-below: web/text/late.ts → web/trace/store.ts',
    'text-knows-none-below: web/text/type.ts → web/trace/store.ts',
    'text-knows-none-below: web/text/value.ts → web/trace/store.ts',
  ];

  test('every rule of .dependency-cruiser.mjs can be broken, and what is right breaks none', () =>
    inFolder(files, (folder) => {
      const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
      const run = [program, 'web', '--config', join(root, '.dependency-cruiser.mjs')];
      const { stdout } = spawnSync(process.execPath, run, { cwd: folder, encoding: 'utf8' });
      const lines = [...stdout.matchAll(/^ +error ([\w-]+: \S+ →(?: \S+)?)/gm)];
      assert.deepEqual(lines.map(([, line]) => line).sort(), broken, stdout);
      assert.match(stdout, /error nothing-unused: web\/kit\/own\.ts$/m);
      assert.doesNotMatch(stdout, /error nothing-unused: web\/panels\/two/);
    }));
});

describe('styles', () => {
  const element = (css, template, imports = '') =>
    `${imports}\nconst styles = css\`\n${css.join('\n')}\`;\nconst view = html\`${template}\`;\ndefine('ap-x', X);`;
  const files = {
    'kit/right.ts': element(
      [
        'b { font-size: var(--ap-text-s); }',
        'i { font: 600 var(--ap-text-m) / 1.4 var(--ap-mono); }',
        '.role-q[data-x]:not(.on) { font: inherit; font-size: var(--digits); }',
        '@container pane ${from.narrow} { b { top: 0; } }',
        '@media (pointer: coarse) { b { top: 0; } }',
      ],
      '<b class="on role-${role}"></b><i></i>',
    ),
    'kit/sizes.ts': element(
      [
        'b { font-size: 12px; }',
        'i { font-size: var(--ap-text-huge); }',
        'a { font: 600 13px var(--ap-sans); }',
        '@container (width < 30em) { b { top: 0; } }',
        '@media (min-width: 960px) { b { top: 0; } }',
      ],
      '<b></b><i></i><a></a>',
    ),
    'kit/dead.ts': element(['.used, .gone b:not(.lost) { top: 0; }'], '<b class="used"></b>'),
    // A style sheet is for the elements that import it, with their parts, and not for others.
    'kit/sheet.ts': 'export const sheet = css`\n.mine { top: 0; }\n.other { left: 0; }`;',
    'kit/a.ts': element(
      ['p { top: 0; }'],
      '<p></p>',
      "import './sheet.js';\nimport './part.js';\nimport './b.js';",
    ),
    'kit/part.ts': 'export const part = html`<b class="mine"></b>`;',
    'kit/b.ts': element(['i { top: 0; }'], '<i class="other"></i>'),
    'site/right.css': '@media (width < 480px) {\n  a {\n    font-size: 14px;\n  }\n}\n',
    'site/wrong.css': '@media (width < 481px) {\n  a {\n    font-size: 15px;\n  }\n}\n',
  };
  const broken = [
    'kit/dead.ts:3 attention-playground/no-dead-selectors',
    'kit/dead.ts:3 attention-playground/no-dead-selectors',
    'kit/sheet.ts:3 attention-playground/no-dead-selectors',
    'kit/sizes.ts:3 declaration-property-value-allowed-list',
    'kit/sizes.ts:4 declaration-property-value-allowed-list',
    'kit/sizes.ts:5 declaration-property-value-allowed-list',
    'kit/sizes.ts:6 attention-playground/breakpoints',
    'kit/sizes.ts:7 attention-playground/breakpoints',
    'site/wrong.css:1 attention-playground/breakpoints',
    'site/wrong.css:3 declaration-property-value-allowed-list',
  ];

  test('text sizes, breakpoints and dead selectors are found, and what is right is not', () =>
    inFolder(files, (folder) => {
      const program = join(root, 'node_modules/stylelint/bin/stylelint.mjs');
      const options = ['--config', join(root, 'stylelint.config.mjs'), '--formatter', 'json'];
      const run = [program, 'web/**/*.{ts,css}', ...options];
      const { stderr } = spawnSync(process.execPath, run, { cwd: folder, encoding: 'utf8' });
      const found = JSON.parse(stderr).flatMap(({ source, warnings }) =>
        warnings.map(({ line, rule }) => `${source.split('/web/')[1]}:${line} ${rule}`),
      );
      assert.deepEqual(found.sort(), broken);
    }));
});

describe('lint', () => {
  test('finds what is wrong in templates and elements, and passes what is right', async () => {
    const wrong = {
      'lit/no-duplicate-template-bindings':
        "import { html } from 'lit';\nexport const a = (x: string) => html`<i title=${x} title=${x}></i>`;",
      'lit-a11y/role-has-required-aria-attrs':
        'import { html } from \'lit\';\nexport const a = html`<i role="checkbox"></i>`;',
      '@typescript-eslint/no-explicit-any': 'export const a = (x: any) => x;',
      '@typescript-eslint/no-floating-promises':
        'export const a = (x: Promise<void>) => {\n  x.finally(() => undefined);\n};',
      '@typescript-eslint/no-misused-promises':
        'export const a = (x: Promise<void>) => [1].forEach(() => x);',
    };
    const texts = [...Object.values(wrong), 'export const a = 1;\n'];
    const paths = texts.map((_, i) => `web/kit/lint-${i}.ts`);
    const program = webProgram(Object.fromEntries(texts.map((text, i) => [paths[i], text])));
    const broken = await Promise.all(
      paths.map(async (path) => (await messagesOf(path, program)).map(({ ruleId }) => ruleId)),
    );
    assert.deepEqual(broken, [...Object.keys(wrong).map((rule) => [rule]), []]);
  });
});
