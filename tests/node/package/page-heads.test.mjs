// What each page says of itself to search engines, and where it says that it is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { builtPages, folder } from './support/pages.mjs';

const { addressIn, pageHead, repositoryTheme } = await importWeb(
  'site/.vitepress/page-head.ts',
  'site/.vitepress/site-address.ts',
);

const pages = builtPages()
  .filter((path) => !path.endsWith('404.html'))
  .map((path) => ({
    path: path.slice(folder.length + 1),
    language: path.startsWith(`${folder}/zh/`) ? 'zh' : 'en',
    html: readFileSync(join(root, path), 'utf8'),
  }))
  // Worksheets are for paper, and no search engine lists them.
  .filter(({ html }) => !html.includes('<meta name="robots" content="noindex">'));

const decoded = (text) =>
  text?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
const titleOf = ({ html }) => decoded(/<title>([^<]*)</.exec(html)?.[1]);
const metaOf = ({ html }, name) =>
  decoded(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]);

/** How much of them search engines show: characters from … to. */
const lengths = {
  title: { en: [10, 70], zh: [5, 35] },
  description: { en: [50, 170], zh: [20, 90] },
};

describe('of every page that was built', () => {
  for (const [name, read] of [
    ['title', titleOf],
    ['description', (page) => metaOf(page, 'description')],
  ]) {
    test(`the ${name} is its own, and as long as is shown of it`, () => {
      const seen = new Map();
      for (const page of pages) {
        const text = read(page) ?? '';
        const [least, most] = lengths[name][page.language];
        assert.ok(
          text.length >= least && text.length <= most,
          `${page.path}: ${text.length} characters, not ${least} to ${most}: ${text}`,
        );
        assert.equal(seen.get(text), undefined, `${page.path} has the ${name} of another page`);
        seen.set(text, page.path);
      }
      assert.ok(seen.size > 20, `${seen.size} pages`);
    });
  }

  test('there is one first heading', () => {
    const wrong = pages.filter(({ html }) => html.match(/<h1\b/g)?.length !== 1);
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    );
  });

  test('the card of a link has its title, its description and its language', () => {
    for (const page of pages) {
      const title = metaOf(page, 'og:title');
      assert.ok(title && titleOf(page).startsWith(title), `${page.path}: ${title}`);
      assert.equal(metaOf(page, 'og:description'), metaOf(page, 'description'), page.path);
      assert.equal(metaOf(page, 'og:locale'), { en: 'en_US', zh: 'zh_CN' }[page.language]);
      assert.equal(metaOf(page, 'og:type'), 'website');
      assert.match(metaOf(page, 'twitter:card'), /^summary/);
    }
  });

  test('an address of the site or of the repository is there only if the environment has one', () => {
    for (const { path, html } of pages) {
      const has = (pattern) => pattern.test(html);
      const isKnown = Boolean(process.env.SITE_URL);
      for (const tag of [/rel="canonical"/, /rel="alternate"/, /"og:url"/, /"og:image"/])
        assert.equal(has(tag), isKnown, `${path}: ${tag}`);
      assert.equal(has(/class="VPFooter"/), Boolean(process.env.REPOSITORY_URL), path);
    }
  });
});

describe('with SITE_URL', () => {
  const files = [
    'index.md',
    'zh/index.md',
    'guide/api.md',
    'zh/guide/api.md',
    'only.md',
    'play.md',
  ];
  const headOf = (file, siteUrl = 'https://example.org/attention') =>
    pageHead({ file, title: 'A title', description: 'What it is.', files, siteUrl });
  const links = (file, rel) =>
    headOf(file)
      .filter(([tag, attributes]) => tag === 'link' && attributes.rel === rel)
      .map(([, { href, hreflang }]) => (hreflang ? [hreflang, href] : href));
  const meta = (file, property) =>
    headOf(file).find(([, attributes]) => attributes.property === property)?.[1].content;

  test('a page has one canonical address, which is also that of its card', () => {
    for (const [file, path] of [
      ['index.md', ''],
      ['zh/index.md', 'zh/'],
      ['zh/guide/api.md', 'zh/guide/api.html'],
    ]) {
      const address = `https://example.org/attention/${path}`;
      assert.deepEqual(links(file, 'canonical'), [address]);
      assert.equal(meta(file, 'og:url'), address);
    }
  });

  test('it names itself in each language that it is there in', () => {
    assert.deepEqual(links('zh/guide/api.md', 'alternate'), [
      ['zh-CN', 'https://example.org/attention/zh/guide/api.html'],
      ['en', 'https://example.org/attention/guide/api.html'],
    ]);
    assert.deepEqual(links('only.md', 'alternate'), [
      ['en', 'https://example.org/attention/only.html'],
    ]);
  });

  test('a page that is not there has none of this', () => {
    assert.deepEqual(headOf('404.md'), []);
  });
});

describe('an address in the environment', () => {
  test('may be unset, and has no slash at its end', () => {
    assert.equal(addressIn('SITE_URL', undefined), undefined);
    assert.equal(addressIn('SITE_URL', ''), undefined);
    assert.equal(addressIn('SITE_URL', 'https://example.org/'), 'https://example.org');
    assert.equal(addressIn('SITE_URL', 'https://example.org/a/b/'), 'https://example.org/a/b');
    assert.equal(addressIn('SITE_URL', 'http://localhost:4173'), 'http://localhost:4173');
  });

  for (const text of [
    'example.org',
    '/attention',
    'ftp://example.org',
    'https://a.org/?b',
    'https://a:b@c.org',
  ]) {
    test(`“${text}” is refused, by the name of its variable`, () => {
      const isClear = ({ message }) =>
        message.startsWith('SITE_URL must be an address') && message.includes(text);
      assert.throws(() => addressIn('SITE_URL', text), isClear);
    });
  }

  test('of the repository makes the one link to it', () => {
    assert.deepEqual(repositoryTheme('Sources', undefined), {});
    assert.deepEqual(repositoryTheme('Sources', 'https://example.org/a&b'), {
      repository: 'https://example.org/a&b',
      footer: { message: '<a href="https://example.org/a&amp;b">Sources</a>' },
    });
  });
});
