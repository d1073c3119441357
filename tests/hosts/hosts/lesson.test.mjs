// The lesson that /learn/teach gives as a template, in three hosts, as that page says: a plain page, VitePress and MkDocs. In each a
// learner answers it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { openBrowser } from '../../browser/support/chromium.mjs';
import { onlyBlock, parseGuide } from '../support/guide.mjs';
import { document } from '../support/html.mjs';
import { assertQuiet, inTime, openPage, withProblems } from '../support/page.mjs';
import { makeProject } from '../support/project.mjs';

const pages = { en: 'web/site/learn/teach.md', zh: 'web/site/zh/learn/teach.md' };
const teach = (lang) => parseGuide(readFileSync(join(root, pages[lang]), 'utf8'));

const template = (lang) => onlyBlock(teach(lang).get('template'), 'html');
const [lesson] = /<attention-lesson[^]*<\/attention-lesson>/.exec(template('en'));

/** A section of the page with the lesson in the place of its comment. */
function withLesson(id) {
  const { files, commands, untitled } = teach('en').get(id);
  const filled = Object.entries(files).map(([name, text]) => [
    name,
    text.replace('<!-- lesson -->', lesson),
  ]);
  return { files: Object.fromEntries(filled), commands, untitled };
}

const none = { files: {}, commands: [], untitled: [] };

const hosts = {
  'a plain page': {
    section: none,
    files: { 'index.html': document(template('en')) },
    commands: ['cp -r node_modules/attention-playground/dist dist'],
    www: '.',
  },
  VitePress: { section: withLesson('vitepress'), www: '.vitepress/dist' },
  MkDocs: {
    section: withLesson('mkdocs'),
    files: { 'mkdocs.yml': 'site_name: Course\ntheme: { name: mkdocs, highlightjs: false }\n' },
    www: 'site',
    page: { chatter: [/^All search scripts loaded/, /^Lunr index built/] },
  },
};

test('the page says the same of every host in both languages', () => {
  for (const id of ['vitepress', 'mkdocs'])
    assert.deepEqual(teach('zh').get(id), teach('en').get(id));
});

/** From the first beat to the last: a wrong number, the right one, a choice, a task that is shown. */
async function learn(page) {
  const beat = page.locator('lesson-beat').filter({ visible: true });
  const saying = (text) => beat.locator('.feedback').filter({ hasText: text }).waitFor();
  await beat.locator('button[type=submit]:enabled').waitFor();
  assert.equal(await beat.count(), 1);
  for (const [number, said] of [
    ['11', '“am”'],
    ['10', 'Right.'],
  ]) {
    await beat.locator('input').fill(number);
    await beat.locator('button[type=submit]').click();
    await saying(said);
  }
  await page.locator('attention-lesson .next').click();
  await beat.locator('.option').first().click();
  await saying('Right.');
  await page.locator('attention-lesson .next').click();
  await beat.locator('.show').click();
  // The engine's number in a sentence.
  await beat.locator('lesson-value span').filter({ hasText: '16' }).waitFor();
}

for (const [name, { section, files = {}, commands = [], www, page: how }] of Object.entries(
  hosts,
)) {
  describe(`the template of a lesson: ${name}`, () => {
    let project, server, browser;
    before(async () => {
      project = await makeProject({ id: 'lesson', section, files, commands });
      server = await serve(join(project.folder, www));
      browser = await openBrowser();
    });
    after(async () => {
      await browser?.close();
      await server?.close();
      project?.remove();
    });

    test('a learner answers it, and the page has nothing to complain about', async () => {
      const page = await openPage(browser, `${server.url}/`, how);
      try {
        await inTime(page, () => learn(page));
      } catch (error) {
        throw withProblems(error, page);
      }
      assertQuiet(page);
      await page.context().close();
    });
  });
}
