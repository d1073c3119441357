// The tests of one host, the same for each: its page is made of the guide's section, opened, and looked at; then the
// playground is put into every kind of surroundings within that page.

import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serve } from '../../../scripts/lib/serve.mjs';
import { openBrowser } from '../../browser/chromium.mjs';
import { expectedScores } from './expected.mjs';
import { guideSection, playgroundAttributes } from './guide.mjs';
import { assertQuiet, openPage } from './page.mjs';
import { assertWorks } from './playground.mjs';
import { makeProject } from './project.mjs';
import { assertScheme, surround, surroundings } from './surroundings.mjs';

const opening = '<attention-playground';

/**
 * Tests a host by the guide's section `id`:
 * - `files(section)`: what the host adds to the guide's files, by name;
 * - `packages`: those that it needs besides the ones that the guide installs;
 * - `commands`: what it runs before those of the guide;
 * - `www`: the folder of the project that is served, `path`: the page in it;
 * - `page`: how it is opened (openPage's options);
 * - `also({ host })`: more tests; `host` has the `project`, the `url` and `open(path)`, once they run.
 */
export function testHost(name, options) {
  const { id, language = 'en', files = () => ({}), www = '.', path = '/', also } = options;
  const { packages, commands } = options;
  const section = guideSection(id, language);
  const added = files(section);
  const code = [...Object.values(section.files), ...section.untitled.map(({ text }) => text)];
  const withTag = [...code, ...Object.values(added)].find((text) => text.includes(opening));
  const attributes = playgroundAttributes(withTag);

  describe(name, () => {
    const host = { attributes };
    let page, expected;

    before(async () => {
      const additions = { packages, commands, files: added };
      host.project = await makeProject(id || 'page', section, additions);
      host.server = await (options.serve?.(host.project) ?? serve(join(host.project.folder, www)));
      host.url = host.server.url;
      host.browser = await openBrowser();
      host.open = (path) => openPage(host.browser, host.url + path, options.page);
      expected = await expectedScores(attributes);
      page = await host.open(path);
    });
    after(async () => {
      await host.browser?.close();
      await host.server?.close();
      host.project?.remove();
    });

    test('the guide’s playground is drawn, and its cells are the API’s', async () => {
      await assertWorks(page, page.locator('attention-playground').first(), expected);
      assertQuiet(page);
    });

    also?.(host);

    for (const [place, surrounding] of Object.entries(surroundings)) {
      test(`the same in ${place}`, async () => {
        const playground = await surround(page, attributes, surrounding);
        await assertWorks(page, playground, expected);
        await assertScheme(playground, surrounding.scheme);
        assertQuiet(page);
      });
    }
  });
}
