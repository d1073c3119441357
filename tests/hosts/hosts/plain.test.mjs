// A page with nothing but the guide's lines for a site, in both languages, and under the policy that the guide documents.

import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync } from 'node:fs';
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

/** What a plain page's server has of the package: the guide says about 140 files and 6 MB. */
const most = { files: 160, bytes: 6_500_000 };

testHost('a plain page', {
  ...plain('en'),
  everywhere: true,
  also: (host) => {
    test('the folder that is copied runs alone, and has nothing that a page does not load', async () => {
      const { folder } = host.project;
      const copied = join(folder, 'attention-playground');
      const files = readdirSync(copied, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
      assert.ok(files.length > 50 && files.length <= most.files, `${files.length} files`);
      assert.ok(bytes <= most.bytes, `${bytes} bytes`);
      assert.deepEqual(
        files.filter((file) => /\.(map|ts|cts|cjs|jsx)$/.test(file)),
        [],
      );
      rmSync(join(folder, 'node_modules'), { recursive: true });
      await host.look();
    });
  },
});
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
