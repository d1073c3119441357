// The code in the guide's pages, as a reader copies it: the hosts are made of it.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';

const folders = { en: 'web/site/guide', zh: 'web/site/zh/guide' };

const heading = /^#{2,4} .*?(?:\{#([\w-]+)\})?$/;
const fence = /^(`{3,})(\w*)(?: \[(.+)\])?$/;

/**
 * The sections of a guide by the id that their heading ends with, as in `### React {#react}`; '' is what stands before
 * the first heading. Each has its code: `files` by the name in the block's title (```js [main.js]), the lines of its
 * `sh` blocks as `commands`, and `untitled` blocks, { language, text }. As one section, headings part nothing.
 */
export function parseGuide(markdown, isOneSection = false) {
  const sections = new Map();
  const open = (id) => {
    const section = { files: {}, commands: [], untitled: [] };
    if (id !== undefined) sections.set(id, section);
    return section;
  };
  let section = open('');
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const title = !isOneSection && lines[at].match(heading);
    if (title) section = open(title[1]);
    const [, ticks, language, name] = lines[at].match(fence) ?? [];
    if (!ticks) continue;
    const end = lines.indexOf(ticks, at + 1);
    assert.ok(end > 0, `line ${at + 1}: this block does not end`);
    const text = `${lines.slice(at + 1, end).join('\n')}\n`;
    if (name) section.files[name] = text;
    else if (language === 'sh') section.commands.push(...lines.slice(at + 1, end));
    else section.untitled.push({ language, text });
    at = end;
  }
  return sections;
}

const read = (path) => readFileSync(join(root, path), 'utf8');

/** The sections of the guide in a language: those of its page Embed, and the pages of hosts by their names. */
export function readGuide(language) {
  const folder = folders[language];
  const hosts = readdirSync(join(root, folder, 'hosts')).map((file) => [
    file.replace(/\.md$/, ''),
    parseGuide(read(`${folder}/hosts/${file}`), true).get(''),
  ]);
  return new Map([...parseGuide(read(`${folder}/embed.md`)), ...hosts]);
}

/** A section of the guide; fails if there is none, or if it has no code. */
export function guideSection(id, language = 'en') {
  const section = readGuide(language).get(id);
  assert.ok(section, `${folders[language]} has no section {#${id}}, and no page hosts/${id}.md`);
  const { files, untitled } = section;
  assert.ok(Object.keys(files).length + untitled.length > 0, `{#${id}} has no code`);
  return section;
}

/** The text of a section's only untitled block of a language. */
export function onlyBlock(section, language) {
  const found = section.untitled.filter((block) => block.language === language);
  assert.equal(found.length, 1, `one ${language} block is needed, not ${found.length}`);
  return found[0].text;
}

const opening =
  /<(?:attention-playground|AttentionPlayground|Attention)\s([^>]*?sentence[^>]*?)\/?>/;

/** Whether a text shows a sentence in a playground: its tag, or a component that is made of it. */
export const showsPlayground = (text) => opening.test(text);

/** The attributes of the first playground in a text, in HTML, JSX or a Vue template. */
export function playgroundAttributes(text) {
  const tag = text.replaceAll('\\"', '"').match(opening)?.[1];
  assert.ok(tag, `there is no <attention-playground> in:\n${text}`);
  const attributes = tag.matchAll(/:?([\w-]+)=(?:"([^"]*)"|\{([^}]*)\})/g);
  return Object.fromEntries(
    [...attributes].map(([, name, quoted, braced]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      quoted ?? braced,
    ]),
  );
}
