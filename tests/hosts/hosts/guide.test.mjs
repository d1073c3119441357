// The guide as the hosts read it: the same code in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGuide, readGuide } from '../support/guide.mjs';

test('every host’s page has the same files, commands and blocks in both languages', () => {
  const [english, chinese] = ['en', 'zh'].map(readGuide);
  // These show a sentence of their language.
  for (const guide of [english, chinese]) for (const id of ['', 'site']) guide.delete(id);
  assert.ok(english.size >= 24, `${english.size} sections`);
  assert.deepEqual(chinese, english);
});

test('a block belongs to the section that its heading names, and has the name in its title', () => {
  const markdown = [
    '```html',
    '<p></p>',
    '```',
    '## Title',
    '### A host {#a-host}',
    '```sh',
    'npm install a-host',
    'npx a-host',
    '```',
    '````md [index.md]',
    '```js',
    '```',
    '````',
  ];
  const sections = parseGuide(markdown.join('\n'));
  assert.deepEqual([...sections.keys()], ['', 'a-host']);
  assert.deepEqual(sections.get('').untitled, [{ language: 'html', text: '<p></p>\n' }]);
  const { files, commands } = sections.get('a-host');
  assert.deepEqual(commands, ['npm install a-host', 'npx a-host']);
  assert.deepEqual(files, { 'index.md': '```js\n```\n' });
});
