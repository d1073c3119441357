// Each static check is shown to fail on what it is there to find, and to pass what is right.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { cppFormatProblems, prettierProblems } from '../../../scripts/checks/formatting.mjs';
import { hostProblems } from '../../../scripts/checks/hosts.mjs';
import { includeCircles, includeProblems } from '../../../scripts/checks/includes.mjs';
import { readSizes, styleProblems } from '../../../scripts/checks/styles.mjs';
import { roomProblems } from '../../../scripts/checks/rooms.mjs';
import { messagesOf, webProgram } from '../../../scripts/checks/lint.mjs';
import { translationProblems } from '../../../scripts/checks/translations.mjs';
import { root } from '../../../scripts/lib/run.mjs';

describe('includes', () => {
  const problems = (path, ...lines) => includeProblems(path, lines.join('\n'));

  test('folders to the left, and the own folder, may be included', () => {
    const lines = [
      '#include <vector>',
      '#include "attention_playground/tensor/tensor.hpp"',
      '#include "attention_playground/ops/add.hpp"',
    ];
    assert.deepEqual(problems('src/attention_playground/ops/softmax.cpp', ...lines), []);
  });

  test('a reverse include is found', () => {
    const found = problems(
      'src/attention_playground/tensor/tensor.hpp',
      '#pragma once',
      '#include "attention_playground/ops/add.hpp"',
    );
    assert.deepEqual(found, [
      'src/attention_playground/tensor/tensor.hpp:2: tensor must not know ops',
    ]);
  });

  test('an include that names no folder is found', () => {
    assert.equal(problems('src/attention_playground/ops/add.cpp', '#include "add.hpp"').length, 1);
    assert.equal(
      problems('src/attention_playground/ops/add.cpp', '#include "../steps/graph.hpp"').length,
      1,
    );
  });

  test('Emscripten stays in bindings and simd', () => {
    assert.equal(
      problems('src/attention_playground/ops/add.cpp', '#include <emscripten/bind.h>').length,
      1,
    );
    assert.equal(
      problems('src/attention_playground/steps/graph.cpp', '#include <wasm_simd128.h>').length,
      1,
    );
    assert.deepEqual(problems('src/bindings/module.cpp', '#include <emscripten/bind.h>'), []);
    assert.deepEqual(
      problems('src/attention_playground/simd/wasm.hpp', '#include <wasm_simd128.h>'),
      [],
    );
  });

  test('a folder that the order does not name is found', () => {
    assert.equal(
      problems(
        'src/attention_playground/misc/a.cpp',
        '#include "attention_playground/tensor/tensor.hpp"',
      ).length,
      1,
    );
  });
});

describe('circles of includes', () => {
  const including = (...headers) => headers.map((header) => `#include "${header}"`).join('\n');

  test('a circle over three headers is found once, a diamond is none', () => {
    const circle = {
      'src/a.hpp': including('b.hpp'),
      'src/b.hpp': including('c.hpp'),
      'src/c.hpp': including('a.hpp'),
    };
    assert.deepEqual(includeCircles(circle), [
      'src/a.hpp → src/b.hpp → src/c.hpp → src/a.hpp: a circle',
    ]);
    const diamond = { ...circle, 'src/a.hpp': including('b.hpp', 'c.hpp'), 'src/c.hpp': '' };
    assert.deepEqual(includeCircles(diamond), []);
  });
});

describe('rooms', () => {
  /** The problems of a web/ that consists of these files, by path. */
  async function problems(files) {
    const folder = mkdtempSync(join(tmpdir(), 'attention-rooms-'));
    try {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(folder, 'web', path, '..'), { recursive: true });
        writeFileSync(join(folder, 'web', path), text);
      }
      return await roomProblems(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const shared = {
    'engine/module/load.ts': 'export const load = 1;',
    'trace/store.ts': "import { load } from '../engine/load.js';\nexport const store = load;",
    'engine/generated/module.ts': 'export default 1;',
  };

  test('earlier rooms and the own room may be imported', async () => {
    const kit = "import { store } from '../trace/store.js';\nexport const kit = store;";
    assert.deepEqual(await problems({ ...shared, 'kit/a.ts': kit }), []);
  });

  test('a later room is found, as a value, a type, an export, or on demand', async () => {
    const lines = [
      "import { store } from '../trace/store.js';\nconsole.log(store);",
      "import type { store } from '../trace/store.js';\nexport type A = typeof store;",
      "export { store } from '../trace/store.js';",
      "export const later = import('../trace/store.js');",
    ];
    for (const line of lines) {
      assert.deepEqual(await problems({ ...shared, 'text/a.ts': line }), [
        'web/text/a.ts → web/trace/store.ts: text comes before',
      ]);
    }
  });

  test('playground and panels do not know each other, nor one panel another', async () => {
    const text = "import '../../playground/a.js';\nimport '../two/b.js';";
    const found = await problems({
      'playground/a.ts': '',
      'panels/two/b.ts': '',
      'panels/one/c.ts': text,
    });
    assert.deepEqual(found, [
      'web/panels/one/c.ts → web/panels/two/b.ts: a panel knows no other panel',
      'web/panels/one/c.ts → web/playground/a.ts: panels comes before',
    ]);
  });

  test('a circle is found, also one of types', async () => {
    const found = await problems({
      'kit/a.ts': "import type { B } from './b.js';\nexport type A = B;",
      'kit/b.ts': "import type { A } from './a.js';\nexport type B = A[];",
    });
    assert.equal(found.length, 1);
    assert.match(found[0], /web\/kit\/a\.ts.*: no circles/);
  });

  test('what the build generates may be missing, in its own folder alone', async () => {
    const own = "import * as tables from './generated/tables.js';\nexport const kit = tables;";
    assert.deepEqual(await problems({ 'kit/a.ts': own }), []);
    const glue = "import module from '../engine/generated/module.js';\nconsole.log(module);";
    const found = await problems({ 'kit/a.ts': glue });
    assert.ok(found.some((problem) => problem.endsWith('only engine touches the wasm module')));
  });

  test('a room without a place, and the wasm module outside engine, are found', async () => {
    assert.equal(
      (await problems({ 'attic/a.ts': "import './b.js';", 'attic/b.ts': '' })).length,
      1,
    );
    const glue = "import module from '../engine/generated/module.js';\nconsole.log(module);";
    assert.deepEqual(await problems({ ...shared, 'kit/a.ts': glue }), [
      'web/kit/a.ts → web/engine/generated/module.ts: only engine touches the wasm module',
    ]);
  });
});

describe('hosts', () => {
  test('a font, a script or a request from elsewhere is found', () => {
    assert.equal(
      hostProblems('web/a.css', '@import url(https://fonts.example.com/a.css);').length,
      1,
    );
    assert.equal(hostProblems('web/a.css', 'a { background: url(//example.com/a.png) }').length, 1);
    assert.equal(hostProblems('web/a.ts', "fetch('https://example.com/a.json')").length, 1);
    assert.equal(hostProblems('web/a.ts', "new URL('//example.com/a.js')").length, 1);
    assert.equal(hostProblems('web/a.md', '![a picture](https://example.com/a.png)').length, 1);
    assert.equal(hostProblems('web/a.md', '<img src="https://example.com/a.png">').length, 1);
  });

  test('comments, links for readers and names of XML languages are free', () => {
    assert.deepEqual(hostProblems('web/a.ts', '// see https://example.com/paper'), []);
    assert.deepEqual(hostProblems('web/a.css', '/* https://example.com */'), []);
    assert.deepEqual(hostProblems('web/a.md', 'See [the paper](https://example.com/paper).'), []);
    assert.deepEqual(hostProblems('web/a.ts', "const svg = 'http://www.w3.org/2000/svg';"), []);
  });
});

describe('formatting', () => {
  test('C++ and TypeScript that nobody formatted are found', async () => {
    const folder = mkdtempSync(join(root, 'tests/unformatted-'));
    try {
      const cpp = join(folder, 'a.cpp');
      const typescript = join(folder, 'a.ts');
      writeFileSync(cpp, 'int  main( ){return 0 ;}\n');
      writeFileSync(typescript, 'const a = "b"\n');
      assert.equal((await cppFormatProblems([cpp])).length, 1);
      assert.equal((await prettierProblems([typescript.slice(root.length + 1)])).length, 1);
      writeFileSync(cpp, 'int main() { return 0; }\n');
      writeFileSync(typescript, "const a = 'b';\n");
      assert.deepEqual(await cppFormatProblems([cpp]), []);
      assert.deepEqual(await prettierProblems([typescript.slice(root.length + 1)]), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('translations', () => {
  const text = (title, prose) => ({ steps: { scores: { title, text: prose } } });
  const en = text('Scores', 'Each query meets each key.');
  const zh = text('分数', '每个查询遇到每个键。');

  test('complete dictionaries pass', () => {
    assert.deepEqual(translationProblems({ en, zh }, ['scores']), []);
  });

  test('a key that one language lacks is found, in either direction', () => {
    assert.equal(translationProblems({ en: { ...en, run: 'Run' }, zh }, []).length, 1);
    assert.equal(translationProblems({ en, zh: { ...zh, run: '运行' } }, []).length, 1);
  });

  test('an empty text, and a Chinese text without Chinese, are found', () => {
    assert.equal(translationProblems({ en, zh: text('分数', ' ') }, []).length, 1);
    assert.equal(translationProblems({ en, zh: text('Scores', '每个键。') }, []).length, 1);
  });

  test('a kind of step without its two texts is found in both languages', () => {
    const found = translationProblems({ en, zh }, ['scores', 'weights']);
    assert.equal(found.length, 2);
    assert.match(found[0], /weights/);
  });
});

describe('styles', () => {
  const sizes = { textSizes: { s: 12, m: 14 }, breakpoints: { narrow: 480, wide: 960 } };
  const module = (css, template = '') =>
    `const styles = css\`${css}\`;\nconst view = html\`${template}\`;\ndefine('ap-x', X);`;
  const problems = (text, path = 'web/kit/x.ts') => styleProblems({ [path]: text }, sizes);

  test('text sizes come from the scale', () => {
    const sheet = (declaration) => problems(module(`b { ${declaration} }`, '<b></b>'));
    for (const good of [
      'font-size: var(--ap-text-s)',
      'font: inherit',
      'font: 600 var(--ap-text-m) / 1.4 var(--ap-mono)',
      'font-family: var(--ap-mono)',
      'font-size: var(--digits)',
    ]) {
      assert.deepEqual(sheet(good), [], good);
    }
    for (const bad of [
      'font-size: 12px',
      'font-size: 0.9em',
      'font-size: var(--ap-text-huge)',
      'font-size: clamp(var(--ap-text-s), 2vw, var(--ap-text-m))',
      'font: 13px/1.4 var(--ap-mono)',
      'font: 600 13px var(--ap-sans)',
      'color: red; font-size: smaller',
    ]) {
      const found = sheet(bad);
      assert.equal(found.length, 1, bad);
      assert.match(found[0], /^web\/kit\/x\.ts:1: font.*the text sizes are/, bad);
    }
  });

  test('breakpoints come from breakpoints.ts', () => {
    const query = (condition) =>
      problems(module(`@container ${condition} { b { top: 0 } }`, '<b></b>'));
    assert.deepEqual(query('${below.wide}'), []);
    assert.deepEqual(query('pane ${from.narrow}'), []);
    assert.match(query('(max-width: 640px)')[0], /x\.ts:1: @container .*breakpoints\.ts/);
    assert.match(query('(width < 30em)')[0], /breakpoints\.ts/);
    const media = (condition) =>
      problems(module(`@media ${condition} { b { top: 0 } }`, '<b></b>'));
    assert.deepEqual(media('(pointer: coarse)'), []);
    assert.match(media('(min-width: 960px)')[0], /breakpoints\.ts/);
  });

  test('a plain style sheet has the same numbers', () => {
    const sheet = (css) => problems(css, 'web/site/x.css');
    assert.deepEqual(sheet('@media (width < 480px) { a { font-size: 14px } }'), []);
    assert.match(sheet('a {\n  font-size: 15px;\n}')[0], /x\.css:2: font-size: 15px/);
    assert.match(
      sheet('@media (width < 481px) { a { top: 0 } }')[0],
      /breakpoints are 480px, 960px/,
    );
    assert.deepEqual(sheet('/* font-size: 15px */ a { top: 0 }'), []);
  });

  test('a selector that finds nothing is dead', () => {
    const css = '\n.used, .gone b:not(.lost) { top: 0 }\n.role-q { top: 0 }\n[data-x] { top: 0 }';
    const found = problems(module(css, '<b class="used role-${role}"></b>'));
    assert.deepEqual(
      found.map((problem) => problem.replace(/^\S+ /, '')),
      ['nothing is gone', 'nothing is lost'],
    );
    assert.match(found[0], /^web\/kit\/x\.ts:2:/);
  });

  test('it is looked for in the elements that use the style sheet, and not in others', () => {
    const sheet =
      "import { css } from 'lit';\nexport const sheet = css`.mine { top: 0 } .other { top: 0 }`;";
    const element = (name, imports, classes) =>
      `${imports.map((one) => `import '${one}';`).join('\n')}
       const view = html\`<p class="${classes}"></p>\`; define('${name}', X);`;
    const files = {
      'web/kit/sheet.ts': sheet,
      'web/kit/a.ts': element('ap-a', ['./sheet.js', './part.js', './b.js'], ''),
      'web/kit/part.ts': 'export const part = html`<b class="mine"></b>`;',
      'web/kit/b.ts': element('ap-b', [], 'other'),
    };
    assert.deepEqual(styleProblems(files, sizes), ['web/kit/sheet.ts:2: nothing is other']);
  });

  test('the sizes are five, the breakpoints four', async () => {
    const { textSizes, breakpoints } = await readSizes();
    assert.equal(Object.keys(textSizes).length, 5);
    assert.equal(Object.keys(breakpoints).length, 4);
  });
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
    const found = await Promise.all(paths.map((path) => messagesOf(path, program)));
    const broken = found.map((messages) => messages.map(({ ruleId }) => ruleId));
    assert.deepEqual(broken, [...Object.keys(wrong).map((rule) => [rule]), []]);
  });
});
