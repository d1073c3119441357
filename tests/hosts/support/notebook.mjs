// Notebooks as Debian's nbconvert runs them and makes them pages, and their frames in Chromium.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ask, mustRun, root } from '../../../scripts/lib/run.mjs';
import { pythonPath } from '../../../scripts/setup.mjs';
import { parseGuide } from './guide.mjs';
import { inTime } from './page.mjs';

/** Modules that cells of tests import, and some in the place of those that are not here. */
const modules = join(root, 'tests/hosts/support/modules');
const hasTorch = ask(pythonPath, ['-c', 'import torch']) !== undefined;
const path = ['python', modules, ...(hasTorch ? [] : [`${modules}/without-torch`])];

const source = (cells) => ({
  cells: cells.map((source, i) => ({
    cell_type: 'code',
    id: `cell-${i}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  })),
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});

/** Runs cells of Python one after the other; resolves to `{ url, folder, remove }` of the page. */
export async function runNotebook(cells, { options = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-notebook-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(join(folder, 'notebook.ipynb'), JSON.stringify(source(cells)));
    const env = {
      PYTHONPATH: path.map((folder) => resolve(root, folder)).join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
      // Of the user who runs the tests, nothing.
      JUPYTER_CONFIG_DIR: folder,
      IPYTHONDIR: join(folder, 'ipython'),
    };
    const words = ['--execute', '--to', 'html', ...options, 'notebook.ipynb'];
    await mustRun('jupyter-nbconvert', words, { cwd: folder, quiet: true, env });
    return { url: pathToFileURL(join(folder, 'notebook.html')).href, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Requests that nbconvert's own page makes for Debian's MathJax and RequireJS, which need not be here. */
const OWN = /\/share\/javascript\//;

/** Opens a page from the disk, without a network or with that server alone; what frames complain about is in `problems`. */
export async function openNotebook(browser, url, { from, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    offline: true,
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const { url: from } = message.location();
    if (!OWN.test(from))
      page.problems.push(`console ${message.type()}: ${message.text()} (${from})`);
  });
  page.on('request', (request) => {
    const to = request.url();
    if (
      to !== url &&
      !(from && to.startsWith(from)) &&
      !/^(about|blob|data):/.test(to) &&
      !OWN.test(to)
    )
      page.problems.push(`asked for ${to}`);
  });
  await page.goto(url);
  return page;
}

/** The cells of a page of the guide: its blocks of Python, by the ids of their sections. */
export function guideCells(language) {
  const folder = { en: 'web/site/guide', zh: 'web/site/zh/guide' }[language];
  const sections = parseGuide(readFileSync(join(root, folder, 'notebooks.md'), 'utf8'));
  return [...sections].flatMap(([id, { untitled }]) =>
    untitled.filter(({ language }) => language === 'python').map(({ text }) => ({ id, text })),
  );
}

/** The frame of the nth output that has one, and its element, once it is drawn. */
export async function outputOf(page, n) {
  const outer = page.locator('iframe').nth(n);
  await outer.scrollIntoViewIfNeeded();
  const frame = await (await outer.elementHandle()).contentFrame();
  await frame.waitForSelector('main > :not(noscript)', { timeout: 30_000 });
  await inTime(page, () =>
    frame.evaluate(() => document.querySelector('main > :not(noscript)').ready),
  );
  return { outer, frame };
}

/** A tensor that the element of a frame has, by the path of its step; NaN and infinities as texts. */
export const tensorIn = (frame, path) =>
  frame.evaluate((path) => {
    const { shape, data } = document.querySelector('attention-trace').trace.tensor(path);
    return {
      shape: [...shape],
      data: Array.from(data, (x) => (Number.isFinite(x) ? x : String(x))),
    };
  }, path);

/** Texts that cells printed, one for each cell that printed something. */
export const printed = (page) =>
  page
    .locator('.jp-OutputArea-output pre')
    .evaluateAll((all) => all.map((one) => one.textContent.trim()).filter((text) => text !== ''));
