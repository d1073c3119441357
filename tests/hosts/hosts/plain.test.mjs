// A page with nothing but the guide's lines for a site, in both languages, and under the policy that the guide documents.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { guideSection, onlyBlock } from '../support/guide.mjs';
import { document } from '../support/html.mjs';
import { testHost } from '../support/host.mjs';

const plain = (language) => ({
  id: 'site',
  language,
  files: (section) => ({ 'index.html': document(onlyBlock(section, 'html'), language) }),
  // What the guide says in words: a copy of the folder `dist`.
  commands: [
    'mkdir attention-playground',
    'cp -r node_modules/attention-playground/dist attention-playground',
  ],
});

/** The policy of a whole page; the second one of the guide is for pages with a policy of their own. */
const policies = guideSection('policy').untitled.filter(({ language }) => language === 'http');
const [name, policy] = policies[0].text.trim().split(': ');

/** Runs in the page: what a policy must refuse. */
async function attempts() {
  const refused = (attempt) => {
    try {
      attempt();
      return false;
    } catch {
      return true;
    }
  };
  // The tool that runs this may evaluate anything until this function waits.
  await new Promise((later) => setTimeout(later));
  const styled = document.createElement('p');
  styled.setAttribute('style', 'color: red');
  return {
    evaluation: refused(() => new Function('')),
    markup: refused(() => (document.createElement('p').innerHTML = '<b></b>')),
    styles: styled.style.color === '',
  };
}

testHost('a plain page', { ...plain('en'), everywhere: true });
testHost('a plain page in Chinese', plain('zh'));
testHost('a page without a bundler', {
  id: 'plain',
  also: (host) => {
    test('opened from a disk, it says what is missing', () =>
      host.open(pathToFileURL(join(host.project.folder, 'index.html')).href, async (page) => {
        const text = page.getByText('opened without a server');
        await text.waitFor();
        assert.ok((await text.boundingBox()).height > 10);
      }));
  },
});
testHost('a page with the strict policy', {
  ...plain('en'),
  page: { headers: { [name]: `${policy}; worker-src 'none'` } },
  also: (host) => {
    test('the policy is in force, and allows nothing that is unsafe', async () => {
      assert.match(policy, /^default-src 'none'; .*require-trusted-types-for 'script'/);
      assert.doesNotMatch(policy, /'unsafe-|\*|https?:|data:/);
      await host.look(async (page) => {
        // What the page said until now counts; what these attempts provoke does not.
        assert.deepEqual(page.problems, []);
        const refused = await page.evaluate(attempts);
        page.problems.length = 0;
        assert.deepEqual(refused, { evaluation: true, markup: true, styles: true });
      });
    });
  },
});
