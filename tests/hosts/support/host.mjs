// The tests of one host, the same for each: its page is made of the guide's section, opened, and looked at; then the
// playground is put into kinds of surroundings within that page.

import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serve } from '../../../scripts/lib/serve.mjs';
import { openBrowser } from '../../browser/support/chromium.mjs';
import { expectedScores } from './expected.mjs';
import { guideSection, playgroundAttributes, showsPlayground } from './guide.mjs';
import { assertQuiet, inTime, openPage, withProblems } from './page.mjs';
import { assertWorks, whenDrawn } from './playground.mjs';
import { makeProject } from './project.mjs';
import { assertScheme, surround, surroundingsOf } from './surroundings.mjs';

/** A page that its host's scripts have taken over: before, they would put back what is changed in it. */
async function openTaken(browser, url, options) {
  const page = await openPage(browser, url, options);
  const playground = page.locator('attention-playground').first();
  await playground.scrollIntoViewIfNeeded();
  await whenDrawn(playground);
  return page;
}

/**
 * Tests a host by the guide's section `id`:
 * - `files(section)`: what the host adds to the guide's files, by name;
 * - `packages`: those that it needs besides the ones that the guide installs; `copies`: those that its page loads files of;
 * - `commands`: what it runs before those of the guide;
 * - `www`: the folder of the project that is served, and `file` in it, the page;
 * - `versions`: packages that are fetched for this host, by name, and `node`, a version of Node that it needs;
 * - `page`: how pages are opened (openPage's options);
 * - `everywhere`: whether the playground is put into all surroundings, not into some of them;
 * - `also(host)`: more tests. Once they run, `host` has the `project`, its `url`, and `look(body, url)`; `open(url, body)` opens what shows none.
 */
export function testHost(name, options) {
  const {
    id,
    language = 'en',
    files = () => ({}),
    www = '.',
    file = '',
    everywhere,
    also,
    ...others
  } = options;
  const section = guideSection(id, language);
  const added = files(section);
  const code = [...Object.values(section.files), ...section.untitled.map(({ text }) => text)];
  const withTag = [...code, ...Object.values(added)].find(showsPlayground);
  const attributes = playgroundAttributes(withTag);

  describe(name, () => {
    let browser, server, page, expected;
    const host = {
      /** Opens another page, of which nothing is known. */
      async open(url, body) {
        const page = await browser.newPage();
        try {
          await page.goto(url);
          await body(page);
        } finally {
          await page.close();
        }
      },
      /** Opens a page, by default the host's first, and looks at its first playground; `body` is run with both. */
      async look(body, url = host.url, how = {}) {
        const page = await openPage(browser, url, { ...options.page, ...how });
        const playground = page.locator('attention-playground').first();
        try {
          await inTime(page, async () => {
            await assertWorks(page, playground, expected);
            await body?.(page, playground);
          });
        } catch (error) {
          throw withProblems(error, page);
        }
        assertQuiet(page);
        await page.context().close();
      },
    };

    before(async () => {
      host.project = await makeProject({ id, section, files: added, ...others });
      server = await serve(join(host.project.folder, www));
      host.url = `${server.url}/${file}`;
      browser = await openBrowser();
      expected = await expectedScores(attributes);
    });
    after(async () => {
      await browser?.close();
      await server?.close();
      host.project?.remove();
    });

    test('the guide’s playground is drawn, and its cells are the API’s', () => host.look());

    also?.(host);

    for (const [place, surrounding] of surroundingsOf(name, everywhere)) {
      test(`the same in ${place}`, async () => {
        page ??= await openTaken(browser, host.url, options.page);
        const used = page;
        try {
          await inTime(used, async () => {
            const playground = await surround(used, attributes, surrounding);
            await assertWorks(used, playground, expected);
            await assertScheme(playground, surrounding.scheme);
          });
          assertQuiet(used);
        } catch (error) {
          // The next surroundings get another page.
          page = undefined;
          throw withProblems(error, used);
        }
      });
    }
  });
}
