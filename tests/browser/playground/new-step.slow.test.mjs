// Adding a step of an existing operation touches its declaration and its two texts, and nothing else: this follows
// docs/how-to, which adds one to an attention layer and one to a Transformer, in a copy of the tree, builds what that
// changes, and looks for both everywhere. Their gradients have not even texts of their own.

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
const layer = 'src/attention_playground/attention/multi_head.cpp';
const network = 'src/attention_playground/transformer/sublayers.cpp';
const title = { en: 'Similarity of the words', zh: '词与词的相似度' };

/** In the middle of a feed-forward network, where a gradient passes it. */
const curved = { en: 'Curved once more', zh: '再弯曲一次' };
const curvedStep = 'encoder.0.feed_forward.curved';

let copy;

/** Runs a line that CMake wrote, changed by `change`, where it would run it. */
function runLike(command, change) {
  const changed = change(command);
  assert.notEqual(changed, command, command);
  execFileSync('sh', ['-c', changed], { cwd: wasmBuild, env: toolEnvironment(), stdio: 'pipe' });
}

/** What is compiled of `edited`: the file alone, or one that includes it among others. */
function unitOf(commands, edited) {
  const path = join(root, edited);
  const includes = ({ file }) =>
    file.includes('/Unity/') && readFileSync(file, 'utf8').includes(`"${path}"`);
  return commands.find(({ file }) => file === path) ?? commands.find(includes);
}

/**
 * The module with the two C++ files that differ: compiled and linked as CMake does it, with everything else as it was
 * built already. What is given first to the linker stands for its like in the library.
 */
function buildModule() {
  const folder = copy.path('build');
  mkdirSync(folder, { recursive: true });
  const commands = JSON.parse(readFileSync(join(wasmBuild, 'compile_commands.json'), 'utf8'));
  const units = new Set([layer, network].map((edited) => unitOf(commands, edited)));
  const objects = [...units].map(({ file, command }, i) => {
    const object = join(folder, `edited-${i}.o`);
    const source = file.includes('/Unity/')
      ? join(folder, `unit-${i}.cxx`)
      : file.replace(root, copy.folder);
    if (file.includes('/Unity/')) {
      const ours = [layer, network].reduce(
        (text, edited) => text.replace(join(root, edited), copy.path(edited)),
        readFileSync(file, 'utf8'),
      );
      writeFileSync(source, ours);
    }
    runLike(command, (line) => line.replace(/-o \S+ -c \S+$/, `-o ${object} -c ${source}`));
    return object;
  });
  const target = 'attention-playground.js';
  const link = execFileSync('ninja', ['-t', 'commands', '-s', target], {
    cwd: wasmBuild,
    encoding: 'utf8',
  });
  const module = join(folder, target);
  runLike(link, (line) => line.replace(`-o ${target}`, `-o ${module} ${objects.join(' ')}`));
  writeFileSync(copy.path(assetsFile), assetsSource(false));
  cpSync(module, copy.path('web/engine/generated/module.js'));
  cpSync(module.replace(/js$/, 'wasm'), copy.path(wasmFile));
}

/** The package of the copy, and a page for each language with nothing but the element. */
function buildPages() {
  const build = `import('./scripts/build/generated.mjs')
    .then(({ generate, listFacts, listKinds }) => (listFacts(), listKinds(), generate()))
    .then(() => import('./scripts/build/bundle.mjs')).then(({ bundle }) => bundle());`;
  execFileSync(process.execPath, ['-e', build], {
    cwd: copy.folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const lang of Object.keys(title)) {
    const page = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>A step more</title>
      <link rel="icon" href="data:,"><script type="module" src="/dist/element.js"></script>
      <attention-playground parameters="random" lang="${lang}"></attention-playground></html>`;
    writeFileSync(copy.path(`${lang}.html`), page);
  }
}

let site;
before(async () => {
  copy = new TreeCopy('new-step');
  copy.follow('11-step');
  mkdirSync(copy.path('web/engine/generated'));
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

for (const [lang, [back, named]] of Object.entries({
  en: ['Backward', `Gradient: ${curved.en}`],
  zh: ['反向', `梯度：${curved.zh}`],
})) {
  test(`the gradient of a step is in walk, map, proof and figure, without a text of its own (${lang})`, async () => {
    const path = `gradient.${curvedStep}`;
    const page = await site.open(`/${lang}.html`);
    await page.evaluate(() => {
      const { store } = document.querySelector('attention-playground');
      store.update({ model: 'encoder-only', layers: 1, heads: 2, dModel: 8, feedForward: 12 });
    });
    await page.locator('ap-map .item').first().waitFor();
    await goTo(page, curvedStep);
    await page.locator('ap-ribbon').getByRole('button', { name: back, exact: true }).click();
    await page.locator(`ap-stage section[data-step="${path}"]`).waitFor();
    const stage = page.locator('ap-stage');
    // In words: those of the step, and those of its operation.
    assert.equal((await stage.locator('h2 .name').first().innerText()).trim(), named);
    assert.ok((await stage.locator('.prose').innerText()).length > 20);
    // In the walk, as a stop of the ribbon and as a card.
    await page.locator(`ap-ribbon [data-step="${path}"][aria-current]`).waitFor();
    await page.locator('ap-walk').scrollIntoViewIfNeeded();
    await page.locator(`ap-walk [data-step="${path}"]`).waitFor();
    // In the map: the step's block is where one is, and the way from the loss is lit.
    const { here, lit } = await page.evaluate((step) => {
      const element = document.querySelector('attention-playground');
      const { drawing, renderRoot } = element.renderRoot.querySelector('ap-map');
      const current = renderRoot.querySelector('.item[aria-current]').dataset.key;
      const lines = renderRoot.querySelectorAll('.line.role-gradient.lit');
      return { here: current === drawing.keyOf(step), lit: lines.length };
    }, curvedStep);
    assert.ok(here && lit > 0, `${here}, ${lit} lines`);
    // In one figure with the step's own numbers, all of them the trace's.
    await stage.locator(`.result[data-step="${path}"]`).waitFor();
    const grids = await page.evaluate(() => {
      const element = document.querySelector('attention-playground').renderRoot;
      const { figure } = element.querySelector('ap-stage').renderRoot.querySelector('ap-figure');
      return figure.grids.map(({ step }) => step.path);
    });
    assert.ok(grids.includes(path) && grids.includes(curvedStep), grids.join());
    const { cells, wrong } = await compareNumbers(page, 'ap-stage');
    assert.deepEqual(wrong, []);
    assert.ok(cells > 0);
    // In the proof: what it was passed, times what the next operation makes of it, term by term.
    const cell = stage.locator('.result [role=gridcell][data-index="0,1,2"]').first();
    await cell.click();
    const value = await page.evaluate(
      (step) => document.querySelector('attention-playground').trace.explain(step, [0, 1, 2]).value,
      path,
    );
    const shown = page.locator('ap-proof .value').first();
    assert.equal(Number(await shown.getAttribute('data-value')), value);
    assert.ok((await page.locator('ap-proof .operand[data-path^="gradient."]').count()) > 1);
    // And it passes the gradient on.
    const before = page.locator(
      'ap-ribbon [data-step="gradient.encoder.0.feed_forward.activation"]',
    );
    await before.click();
    await page.locator('ap-stage section[data-step$="activation"]').waitFor();
    assert.match(await stage.locator('.prose').innerText(), /GELU|曲线|curve/);
    assert.deepEqual(page.problems, []);
  });
}
