// Adding a step of an existing operation touches its declaration and its two texts, and nothing else:
// this adds one to a copy of the tree, builds what that changes, and looks for it everywhere.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assetsSource } from '../../../scripts/build/assets.mjs';
import { assetsFile, wasmFile } from '../../../scripts/build/wasm.mjs';
import { root, toolEnvironment } from '../../../scripts/lib/run.mjs';
import { TreeCopy } from '../../node/support/tree-copy.mjs';
import { compareNumbers, deepQuery, goTo } from '../support/numbers.mjs';
import { openSite } from '../support/site.mjs';

const wasmBuild = join(root, 'build/wasm');
const edited = 'src/attention_playground/attention/multi_head.cpp';
const title = { en: 'Similarity of the words', zh: '词与词的相似度' };

const declaration = `    {.kind = "similarity",
     .symbol = "G",
     .variable = "g",
     .operation = &ops::matmul_transposed,
     .role = Role::scores,
     .axes = {Axis::batch, Axis::query, Axis::key}},
`;
const call = `  builder.add(declared["similarity"], {x, x});
`;

let copy;

function addStep() {
  copy.insert(edited, '    {.kind = "query",', declaration);
  copy.insert(edited, '  return std::move(builder).finish();', call);
  for (const lang of ['en', 'zh']) {
    const text = `  similarity: { title: '${title[lang]}', text: '${title[lang]}.' },\n`;
    copy.insert(`web/i18n/${lang}/steps.ts`, '  value: {', text);
  }
}

/** Runs a line that CMake wrote, changed by `change`, where it would run it. */
function runLike(command, change) {
  const changed = change(command);
  assert.notEqual(changed, command, command);
  execFileSync('sh', ['-c', changed], { cwd: wasmBuild, env: toolEnvironment(), stdio: 'pipe' });
}

/**
 * The module with the one C++ file that differs: compiled and linked as CMake does it, with everything else as it was
 * built already. What is given first to the linker stands for its like in the library.
 */
function buildModule() {
  const folder = copy.path('build');
  mkdirSync(folder, { recursive: true });
  const object = join(folder, 'edited.o');
  const commands = JSON.parse(readFileSync(join(wasmBuild, 'compile_commands.json'), 'utf8'));
  const { command } = commands.find(({ file }) => file === join(root, edited));
  runLike(command, (line) =>
    line.replace(/-o \S+ -c \S+$/, `-o ${object} -c ${copy.path(edited)}`),
  );
  const target = 'attention-playground.js';
  const link = execFileSync('ninja', ['-t', 'commands', '-s', target], {
    cwd: wasmBuild,
    encoding: 'utf8',
  });
  const module = join(folder, target);
  runLike(link, (line) => line.replace(`-o ${target}`, `-o ${module} ${object}`));
  writeFileSync(copy.path(assetsFile), assetsSource(false));
  cpSync(module, copy.path('web/engine/generated/module.js'));
  cpSync(module.replace(/js$/, 'wasm'), copy.path(wasmFile));
}

/** The package of the copy, and a page for each language with nothing but the element. */
function buildPages() {
  const build = `import('./scripts/build/generated.mjs')
    .then(({ generate, listKinds }) => (listKinds(), generate()))
    .then(() => import('./scripts/build/bundle.mjs')).then(({ bundle }) => bundle());`;
  execFileSync(process.execPath, ['-e', build], {
    cwd: copy.folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const lang of Object.keys(title)) {
    const page = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>A step more</title>
      <link rel="icon" href="data:,"><script type="module" src="/dist/element.js"></script>
      <attention-playground lang="${lang}"></attention-playground></html>`;
    writeFileSync(copy.path(`${lang}.html`), page);
  }
}

let site;
before(async () => {
  copy = new TreeCopy('new-step');
  addStep();
  mkdirSync(copy.path('web/engine/generated'));
  mkdirSync(copy.path('web/engine/wasm'));
  buildModule();
  buildPages();
  site = await openSite({ folder: copy.folder });
});
after(async () => {
  await site?.close();
  copy?.remove();
});

for (const lang of Object.keys(title)) {
  test(`a step added in one place is in ribbon, walk, stage and proof (${lang})`, async () => {
    const page = await site.open(`/${lang}.html`);
    await page.locator('ap-walk').scrollIntoViewIfNeeded();
    await page.locator('ap-walk [data-step="similarity"]').waitFor();
    const seen = await page.evaluate((source) => {
      const deepQuery = new Function(`return ${source}`)();
      const named = (tag) =>
        deepQuery(document, tag).flatMap((element) =>
          deepQuery(element.shadowRoot, '[data-step="similarity"]').map((found) => found.outerHTML),
        );
      return { ribbon: named('ap-ribbon'), walk: named('ap-walk') };
    }, deepQuery);
    assert.equal(seen.ribbon.length, 1);
    assert.ok(seen.walk.length >= 1);
    await goTo(page, 'similarity');
    const stage = page.locator('ap-stage');
    assert.match(await stage.locator('h2').innerText(), new RegExp(title[lang]));
    assert.match(await stage.locator('.prose').innerText(), new RegExp(title[lang]));
    assert.equal((await stage.locator('math').count()) > 0, true);
    await stage.locator('.result[data-step="similarity"]').waitFor();
    const { cells, pixels, wrong } = await compareNumbers(page, 'ap-stage');
    assert.deepEqual(wrong, []);
    assert.ok(cells > 0);
    const shape = await page.evaluate(
      () => document.querySelector('attention-playground').trace.tensor('similarity').shape,
    );
    assert.ok(pixels >= shape.at(-1) ** 2, `${pixels} coloured cells`);
    await stage.locator('.result [role=gridcell][data-index="0,2,1"]').first().click();
    const proof = await page.evaluate(() => {
      const { trace } = document.querySelector('attention-playground');
      return trace.explain('similarity', [0, 2, 1]).value;
    });
    const shown = page.locator('ap-proof .value').first();
    assert.equal(Number(await shown.getAttribute('data-value')), proof);
    assert.match(await page.locator('ap-proof h3').first().innerText(), new RegExp(title[lang]));
    assert.deepEqual(page.problems, []);
  });
}
