// Each static check is shown to fail on what it is there to find, and to pass what is right.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { arithmeticProblems } from '../../scripts/checks/arithmetic.mjs';
import { cppFormatProblems, prettierProblems } from '../../scripts/checks/formatting.mjs';
import { hostProblems } from '../../scripts/checks/hosts.mjs';
import { importProblems, includeProblems } from '../../scripts/checks/imports.mjs';
import { translationProblems } from '../../scripts/checks/translations.mjs';
import { root } from '../../scripts/lib/run.mjs';

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

describe('imports', () => {
  test('elements may import the engine, the engine not the elements', () => {
    const good = "import { load } from '../engine/index.js';";
    assert.deepEqual(importProblems('web/elements/store.ts', good), []);
    const bad = "// first\nimport { store } from '../elements/store.js';";
    assert.deepEqual(importProblems('web/engine/load.ts', bad), [
      'web/engine/load.ts:2: engine must not know elements',
    ]);
  });

  test('types, exports and dynamic imports count as well', () => {
    const lines = [
      "import type { A } from '../elements/a.js';",
      "export { b } from '../elements/b.js';",
      "const c = await import('../elements/c.js');",
    ];
    for (const line of lines)
      assert.equal(importProblems('web/text/tokens.ts', line).length, 1, line);
  });

  test('panels may import elements, elements no panel', () => {
    const good = "import { define } from '../../elements/define.js';";
    assert.deepEqual(importProblems('web/panels/a/index.ts', good), []);
    const bad = "import '../panels/a/index.js';";
    assert.equal(importProblems('web/elements/index.ts', bad).length, 1);
  });

  test('only the engine imports the wasm glue', () => {
    const line = "import createModule from '../engine/generated/module.js';";
    assert.equal(importProblems('web/elements/store.ts', line).length, 1);
  });
});

describe('arithmetic', () => {
  const problems = (text, path = 'web/elements/a.ts') => arithmeticProblems(path, text);

  test('exp, sqrt, random, pow and ** are found, wherever they hide', () => {
    const lines = [
      'const a = Math.exp(b);',
      'const a = Math.sqrt(2);',
      'const a = Math.random();',
      'const a = Math.pow(2, 3);',
      'const a = b ** 2;',
      'a **= 2;',
      'const { exp } = Math;',
      "const a = Math['exp'](b);",
      'const a = `${Math.tanh(b)}`;',
    ];
    for (const line of lines) assert.equal(problems(line).length, 1, line);
  });

  test('rounding and clamping are free, and so are comments and strings', () => {
    assert.deepEqual(problems('const a = Math.max(0, Math.floor(b)); // Math.exp'), []);
    assert.deepEqual(problems("const a = 'Math.exp(x) ** 2';"), []);
  });

  test('a power of two numbers is a constant, and free', () => {
    assert.deepEqual(problems('const limit = 2 ** 32 - 1;'), []);
  });

  test('the colour scales are exempt', () => {
    assert.deepEqual(problems('Math.sqrt(x)', 'web/elements/colour-scales.ts'), []);
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
