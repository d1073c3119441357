// An app's own tests that import the package: in jsdom and in happy-dom, which draw nothing, and in Jest, which requires what is
// imported.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { mustRun, run } from '../../../scripts/lib/run.mjs';
import { panelNames } from '../../../scripts/build/entries.mjs';
import { makeProject } from '../support/project.mjs';

const entries = ['element', 'step', 'lessons', 'react', ...panelNames().map((n) => `panels/${n}`)];
const names = JSON.stringify(entries.map((entry) => `attention-playground/${entry}`));

/** What a test does with an element: it is there as any tag that the page does not know. */
const use = `
const element = Object.assign(document.createElement('attention-playground'), { heads: 4 });
document.body.append(element);
`;

const windows = {
  jsdom: `import { JSDOM } from 'jsdom';
const window = new JSDOM('', { url: 'http://localhost/' }).window;`,
  'happy-dom': `import { Window } from 'happy-dom';
const window = new Window({ url: 'http://localhost/' });`,
};

/** As test runners do: what the window has and Node has not, and its document. */
const program = (window) => `${window}
for (const name of Object.getOwnPropertyNames(window))
  if (!(name in globalThis)) globalThis[name] = window[name];
Object.assign(globalThis, { document: window.document, window: globalThis });
// Where Jest runs modules in jsdom there is none.
delete globalThis.TextDecoder;
const said = [];
console.info = (line) => said.push(line);
for (const name of ${names}) await import(name);
${use}
const { load } = await import('attention-playground');
const half = (await load()).softmax([1, 1]).data[0];
const tag = document.body.innerHTML;
const registered = customElements.get('attention-playground') !== undefined;
process.stdout.write(JSON.stringify({ said, half, tag, registered }));
process.exit();
`;

const jest = (environment) => `/** @jest-environment ${environment} */
const { load, loadWorker } = require('attention-playground');

test('computes, also through loadWorker', async () => {
  const ap = await load();
  const trace = ap.traceAttention({ x: [[1, 2]] });
  expect(trace.steps.length).toBeGreaterThan(5);
  expect((await loadWorker().softmax([1, 1])).data[0]).toBe(0.5);
});

test('has every element by name', () => {
  console.info = jest.fn();
  for (const name of ${names}) expect(Object.keys(require(name))).not.toEqual([]);
  const { AttentionStep } = require('attention-playground/react');
  const { type, props } = AttentionStep({ step: 'weights' });
  expect([type, props]).toEqual(['attention-step', { step: 'weights' }]);
  if (typeof document === 'object') {${use}expect(element.heads).toBe(4); }
  expect(console.info).toHaveBeenCalledTimes(typeof document === 'object' ? 1 : 0);
});
`;

describe('the tests of an app', () => {
  let project;
  before(async () => {
    project = await makeProject({
      id: 'tests',
      section: { files: {}, commands: [] },
      packages: ['jsdom', 'happy-dom', 'jest', 'jest-environment-jsdom', 'react'],
      files: {
        'package.json': '{ "private": true, "jest": { "transform": {} } }\n',
        'node.test.js': jest('node'),
        'page.test.js': jest('jsdom'),
      },
    });
  });
  after(() => project?.remove());

  for (const [name, window] of Object.entries(windows)) {
    test(`in ${name}: the import registers nothing and says so once, and the engine computes`, async () => {
      writeFileSync(join(project.folder, 'use.mjs'), program(window));
      const options = { cwd: project.folder, quiet: true };
      const found = JSON.parse(await mustRun(process.execPath, ['use.mjs'], options));
      const { said, ...others } = found;
      assert.equal(said.length, 1, String(said));
      assert.match(said[0], /^attention-playground: no elements here, without \w+$/);
      const tag = '<attention-playground></attention-playground>';
      assert.deepEqual(others, { half: 0.5, tag, registered: false });
    });
  }

  test('in Jest, in Node and in jsdom, without a setting', async () => {
    const command = join(project.folder, 'node_modules/jest/bin/jest.js');
    const { code, output } = await run(process.execPath, [command, '--ci'], {
      cwd: project.folder,
      quiet: true,
      env: project.env,
    });
    assert.equal(code, 0, output);
    assert.match(output, /Tests: +4 passed, 4 total/);
  });
});
