// Each static check is shown to fail on what it is there to find, and to pass what is right.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { arithmeticProblems, exempt, webProgram } from '../../../scripts/checks/arithmetic.mjs';
import { includeProblems } from '../../../scripts/checks/includes.mjs';
import { rulesBroken } from '../../../scripts/checks/lint.mjs';
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

describe('arithmetic', () => {
  const types = [
    "import type { ChoiceExplanation, Computed, Difference } from '../engine/types.js';",
    "import type { Explanation, Extent, NormaliseExplanation } from '../engine/types.js';",
    "import type { SumExplanation, Tensor, Trace } from '../engine/types.js';",
    'declare const tensor: Tensor;',
    'declare const trace: Trace;',
    'declare const cell: Explanation;',
    'declare const sum: SumExplanation;',
    'declare const norm: NormaliseExplanation;',
    'declare const choice: ChoiceExplanation;',
    'declare const extent: Extent;',
    'export { tensor, trace, cell, sum, norm, choice, extent };',
    'export type { Computed, Difference };',
  ];

  /** The problems of each sample, all in one program: reading the libraries takes most of the time. */
  function problemsOf(samples, pathOf = (i) => `web/kit/sample-${i}.ts`) {
    const texts = samples.map((sample, i) => [pathOf(i), [...types, sample].join('\n')]);
    const found = arithmeticProblems(webProgram(Object.fromEntries(texts)));
    return texts.map(([path]) => found.filter((problem) => problem.startsWith(`${path}:`)));
  }
  const refused = (...samples) =>
    problemsOf(samples).forEach((found, i) => assert.notDeepEqual(found, [], samples[i]));
  const free = (...samples) =>
    problemsOf(samples).forEach((found, i) => assert.deepEqual(found, [], samples[i]));

  test('exp, sqrt, random, pow and ** are found, wherever they hide', () => {
    refused(
      'export const a = Math.exp(1);',
      'export const a = Math.sqrt(2);',
      'export const a = Math.random();',
      'export const a = Math.pow(2, 3);',
      'declare const b: number; export const a = b ** 2;',
      'let a = 2; a **= 2;',
      'const { exp } = Math; exp(1);',
      "export const a = Math['exp'](1);",
      'export const a = `${Math.tanh(1)}`;',
    );
  });

  test('so is every operator on the elements of a tensor', () => {
    const data = 'tensor.data[0]!';
    refused(
      ...['+', '-', '*', '/', '%'].map((sign) => `export const a = ${data} ${sign} 2;`),
      ...['+=', '-=', '*=', '/=', '%='].map((sign) => `let a = 2; a ${sign} ${data};`),
      `export const a = -${data};`,
      `let a = ${data}; a++;`,
      `let a = ${data}; --a;`,
      ...['abs', 'max', 'min', 'round', 'floor'].map((name) => `Math.${name}(${data});`),
      'Math.max(...tensor.data);',
    );
  });

  test('and on fields of explanations, statistics and differences', () => {
    refused(
      'export const a = cell.value - cell.result;',
      'export const a = sum.terms[0]! + sum.terms[1]!;',
      'export const a = choice.draw * choice.sums.at(-1)!;',
      'export const a = norm.operands[0]!.value - norm.mean;',
      'export const a = extent.high - extent.low;',
      "export const a = trace.extent('x').reach / 2;",
      'export const a = (d: Difference): number => d.maxDifference - d.tolerance;',
      'export const a = (share: Computed): number => share * 100;',
      "export const a = trace.rank('x', [0], [0]) + 1;",
    );
  });

  test('what the page once computed is found: distances, squares, running sums, ranks, shares', () => {
    refused(
      'export const off = norm.operands.map(({ value }) => value - norm.mean);',
      'export const squares = norm.differences.map((each) => each * each);',
      'let running = 0; for (const term of sum.terms) running += term;',
      'const total = (all: readonly number[]): number => all.reduce((sum, x) => sum + x, 0); total(norm.squares);',
      'const all = choice.operands.map(({ value }) => value); all.map((_, i) => i).sort((a, b) => all[a]! - all[b]!);',
      'let rank = 1; for (const x of tensor.data) if (x > cell.value) rank += 1;',
      'export const visible = [...tensor.data].filter((x) => x > 0).length;',
      'const seen = sum.operands.filter(({ value }) => value > 0); export const a = seen.length;',
      'export const bins = Array.from(tensor.data, (x) => Math.floor(x * 8));',
    );
  });

  test('data are followed through variables, fields, lists, parameters, results and closures', () => {
    refused(
      'const { data } = tensor; const [x] = data; export const a = x! * 2;',
      'function twice(x: number): number { return x * 2; } twice(tensor.data[0]!);',
      'function first(): number { return tensor.data[0]!; } export const a = first() + 1;',
      'class Curve { low = 0; read(): void { this.low = tensor.data[0]!; } span(): number { return 1 - this.low; } } new Curve().read();',
      'const points = [{ x: 0, y: tensor.data[0]! }]; export const a = points.map(({ y }) => 100 * y);',
      'interface Point { y: number } const at = (): Point => ({ y: cell.value }); export const a = at().y / 2;',
      "const by = new Map<string, number>(); by.set('a', cell.value); export const a = by.get('a')! - 1;",
      'const list: number[] = []; list.push(...tensor.data); export const a = list[0]! + 1;',
      'const half = (x: number): number => x / 2; export const a = Array.from(tensor.data, half);',
      "const measure = (): Record<'a' | 'b', number> => ({ a: cell.value, b: 0 }); export const c = measure().a * 2;",
      'const row = (read: (x: number) => number): number => read(cell.value); row((x) => x - 1);',
      'const known = <T>(make: () => T): T => make(); export const a = known(() => cell.value) + 1;',
      'export const a = (cell.value as number) - 1;',
      'let best = 0; best = cell.value > 0 ? cell.value : 0; export const a = best * 2;',
    );
  });

  test('places, sizes and counters are free', () => {
    free(
      'export const a = 3 * tensor.shape[0]! + tensor.shape[1]!;',
      'export const a = (row: number, columns: number): number => tensor.data[row * columns + 1]!;',
      'for (let i = 0; i < tensor.data.length; i += 1) tensor.data[i];',
      'export const a = tensor.data.length / 2;',
      'export const a = tensor.data.indexOf(1) + 1;',
      'export const a = tensor.data.findIndex((x) => x > 1) + 1;',
      'export const a = norm.position + 1;',
      'export const a = choice.order.map((place, i) => `${place} ${i + 1}`);',
      'for (const [i] of [...tensor.data].entries()) console.log(i + 1);',
      'export const width = Math.max(0, Math.floor((320 - 4) / 7));',
      'export const limit = 2 ** 32 - 1;',
      'export const a = [3, 1].sort((a, b) => a - b);',
    );
  });

  test('comparing, choosing, copying and printing are free', () => {
    free(
      "export const colour = cell.value < 0 ? 'red' : 'blue';",
      'export const fine = cell.difference <= cell.bound;',
      'export const low = extent.low < 0 ? extent.low : 0;',
      'export const masked = [...tensor.data].every((x) => x === -Infinity);',
      "export const text = cell.value.toFixed(2) + ' of ' + extent.high;",
      'export const text = `${cell.value}`.length + 1;',
      'export const part = tensor.data.subarray(0, 3);',
      'const words: string[] = []; export const word = words[tensor.data[0]!];',
      "export const a = 'Math.exp(x) ** 2'; // Math.exp",
    );
  });

  test('what becomes a colour, a position or digits is exempt by file, and no data any more', () => {
    const scale = "import { levelAxis, pixelOn } from '../figures/axis.js';";
    free(`${scale} export const y = pixelOn(levelAxis(extent), tensor.data[0]!, 0, 100) + 4;`);
    for (const path of Object.keys(exempt)) {
      assert.deepEqual(
        problemsOf(['export const a = cell.value * 2;'], () => path),
        [[]],
      );
    }
  });

  test('a problem names its file, its line and the expression', () => {
    const [[problem]] = problemsOf(['export const a =\n  cell.value * 2;']);
    const where = `web/kit/sample-0.ts:${types.length + 2}`;
    assert.equal(problem, `${where}: * on data: cell.value * 2 is left to the kernels`);
  });
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
    const broken = await Promise.all(paths.map((path) => rulesBroken(path, program)));
    assert.deepEqual(broken, [...Object.keys(wrong).map((rule) => [rule]), []]);
  });
});
