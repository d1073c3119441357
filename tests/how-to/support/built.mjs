// One copy of the tree in which all pages of docs/how-to are followed, built once; and what asks for something in it.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mustRun, root, run } from '../../../scripts/lib/run.mjs';
import { reportFile } from '../../../scripts/test/report.mjs';
import { cppPattern } from '../../../scripts/test/some.mjs';
import { slugs } from '../../browser/learn/support/lesson.mjs';
import { openSite } from '../../browser/support/site.mjs';
import { addStep } from './centred-step.mjs';
import { pageNames, readPage } from './pages.mjs';
import { TreeCopy } from './tree-copy.mjs';

/** It leaves texts that are not there yet, so it comes after all others have been looked at. */
export const languagePage = pageNames().find((name) => name.endsWith('-language'));
export const followedPages = pageNames().filter((name) => name !== languagePage);

/**
 * The files of tests that pages say to run, but those that write what is expected anew. Those of every page of the site, and
 * random calls, take minutes: the examples change few of them.
 */
const leftToOthers = /^tests\/(long\/|browser\/site\/.*\.slow\.test\.mjs$)/;
export const checksOf = (name) =>
  [...readPage(name).prose.matchAll(/(?<!UPDATE=1 )npm test -- ([^`\n']+)/g)]
    .flatMap(([, words]) => words.trim().split(' '))
    .filter((file, i, all) => !leftToOthers.test(file) && all.indexOf(file) === i);

const isCpp = (file) => file.endsWith('.cpp');
/** Of C++ only what pages edit is compiled; the rest is the tree's own. */
const editedCpp = new Set(
  pageNames().flatMap((name) =>
    readPage(name).edits.flatMap(({ file }) => (isCpp(file) ? file : [])),
  ),
);
const isTaken = (path) => !/_test\.cpp$/.test(path) || editedCpp.has(path);

/** Without the variable by which Node knows a test within a test: it would skip this one. */
// All examples at once are no page that anybody visits: they have room of their own.
const env = { NODE_TEST_CONTEXT: undefined, BYTES_OF_EXAMPLES: '10000' };

export class Built {
  /** Follows the pages, and builds what they change. */
  async prepare() {
    this.copy = new TreeCopy('how-to', isTaken);
    for (const name of followedPages) this.copy.follow(name);
    addStep(this.copy);
    this.compileQuickly();
    this.leaveLessonsOut();
    symlinkSync(join(root, 'tests/hosts/node_modules'), this.path('tests/hosts/node_modules'));
    await this.step('wasm');
    await this.node('scripts/train.mjs', '--files', 'copy');
    for (const step of ['generated', 'bundle', 'types', 'site']) await this.step(step);
    this.site = await openSite({ folder: this.path('web/site/.vitepress/dist') });
    this.elements = await openSite({ folder: this.copy.folder });
  }

  /** What is made is looked at, and its time is not measured. */
  compileQuickly() {
    const file = 'CMakePresets.json';
    let text = this.read(file);
    for (const [from, to] of [
      ['"-O3 -DNDEBUG"', '"-O1 -DNDEBUG", "ATTENTION_RELAXED_SIMD_FLAGS": "OFF"'],
      ['"-O2"', '"-O1"'],
    ]) {
      assert.ok(text.includes(from), `${file} without ${from}`);
      text = text.replace(from, to);
    }
    writeFileSync(this.path(file), text);
  }

  /** No page changes the lessons, and their pictures need more training than all else of the site. */
  leaveLessonsOut() {
    for (const folder of ['web/site/learn', 'web/site/zh/learn'])
      for (const slug of slugs) rmSync(this.path(`${folder}/${slug}.md`));
    // What is left links to them.
    this.copy.insert('web/site/.vitepress/config.ts', '  title: ', '  ignoreDeadLinks: true,\n');
  }

  async close() {
    await this.site?.close();
    await this.elements?.close();
    this.copy?.remove();
  }

  path(file) {
    return this.copy.path(file);
  }

  read(file) {
    return readFileSync(this.path(file), 'utf8');
  }

  importFrom(file) {
    return import(pathToFileURL(this.path(file)));
  }

  /** Runs a program in the copy; what it says is shown where it fails. */
  run(command, ...args) {
    return mustRun(command, args, { cwd: this.copy.folder, env, quiet: true });
  }

  node(...args) {
    return this.run(process.execPath, ...args);
  }

  step(name) {
    return this.node('scripts/build/step.mjs', name);
  }

  /** The report of a script of scripts/test: { counts, failures: [{ name, place, message }] }. */
  async report(script, ...args) {
    const command = [`scripts/test/${script}.mjs`, 'how-to', ...args];
    const file = this.path(reportFile('how-to'));
    // One that ends before it reports has no report, not that of the script before.
    rmSync(file, { force: true });
    const { output } = await run(process.execPath, command, {
      cwd: this.copy.folder,
      env,
      quiet: true,
    });
    assert.ok(existsSync(file), `${script} has no report: ${output}`);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    if (report.counts.failed > 0) console.log(output);
    return report;
  }

  /** What the pages say to run, run at once: its reports. */
  async ownChecks() {
    const files = [...new Set(followedPages.flatMap(checksOf))];
    const cpp = files.filter(isCpp).map((file) => cppPattern(file));
    const others = files.filter((file) => !isCpp(file));
    const inBrowser = others.filter((file) => file.startsWith('tests/browser/'));
    const hosts = others.filter((file) => file.startsWith('tests/hosts/'));
    const inNode = others.filter((file) => !inBrowser.includes(file) && !hosts.includes(file));
    return [
      await this.report('node', ...inNode),
      await this.report('node', '--browser', ...inBrowser),
      await this.report('node', '--packed', ...hosts),
      await this.report('cpp', 'native', cpp.join(',')),
    ];
  }

  /** A page with nothing but an element. */
  openElement(lang, attributes) {
    const name = `${lang}-${attributes.replaceAll(/\W+/g, '-')}.html`;
    mkdirSync(this.path('build/pages'), { recursive: true });
    writeFileSync(
      this.path(`build/pages/${name}`),
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>An element</title>
      <link rel="icon" href="data:,"><script type="module" src="/dist/element.js"></script>
      <attention-playground mode="workbench" lang="${lang}" ${attributes}></attention-playground></html>`,
    );
    return this.elements.open(`/build/pages/${name}`);
  }
}
