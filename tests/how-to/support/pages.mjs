// The pages of docs/how-to as edits: each code block that says where it belongs is one, in the order of the page.
//
//     ```ts new web/path/file.ts                       a new file
//     ```ts add web/path/file.ts before "  seed: {"    these lines before the line with this text
//     ```ts add web/path/file.ts after "  seed: {"     these lines after it
//     ```ts replace web/path/file.ts "old text"        this text in place of the old one
//
// The text stands in the file exactly once; `\n` in it is a line break. Blocks of `sh` are commands, and no edits. A page that needs the edits of
// others has a paragraph that begins with “Start after” and links to them.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';

const folder = 'docs/how-to';

/** Names of the pages, `12-setting`, in their order. */
export const pageNames = () =>
  readdirSync(join(root, folder))
    .filter((name) => /^\d\d-.+\.md$/.test(name))
    .map((name) => name.replace(/\.md$/, ''))
    .sort();

export const pagePath = (name) => `${folder}/${name}.md`;

const fence = /^( *)(`{3,})(\w*)(?: (.*))?$/;
const place = /^(?:new (\S+)|add (\S+) (before|after) "(.+)"|replace (\S+) "(.+)")$/;

function editOf(words, text, line) {
  const [, created, added, side, beside, changed, old] = words.match(place) ?? [];
  const anchor = (beside ?? old)?.replaceAll('\\n', '\n');
  if (created) return { kind: 'new', file: created, text, line };
  if (added) return { kind: side, file: added, anchor, text, line };
  if (changed) return { kind: 'replace', file: changed, anchor, text, line };
  throw new Error(`line ${line}: “${words}” does not say where a block belongs`);
}

/** { edits, after, prose }: of a page's text; `after` are the pages that it starts after, `prose` is all but the edits. */
export function parsePage(markdown) {
  const edits = [];
  const prose = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent, ticks, language, words] = lines[at].match(fence) ?? [];
    if (!ticks) {
      prose.push(lines[at]);
      continue;
    }
    const end = lines.indexOf(indent + ticks, at + 1);
    if (end < 0) throw new Error(`line ${at + 1}: this block does not end`);
    const text = lines
      .slice(at + 1, end)
      .map((line) => `${line.startsWith(indent) ? line.slice(indent.length) : line}\n`)
      .join('');
    if (words) edits.push(editOf(words, text, at + 1));
    else if (language === 'sh') prose.push(text);
    else throw new Error(`line ${at + 1}: a block without a place`);
    at = end;
  }
  const [needed = ''] = prose.join('\n').match(/^Start after (?:.+\n)+/m) ?? [];
  const after = [...needed.matchAll(/\((\d\d-[\w-]+)\.md\)/g)].map(([, name]) => name);
  return { edits, after, prose: prose.join('\n') };
}

export const readPage = (name) => parsePage(readFileSync(join(root, pagePath(name)), 'utf8'));

/** The edits of a page, after those of the pages that it starts after. */
export function editsOf(name) {
  const { edits, after } = readPage(name);
  return [...after.flatMap((other) => readPage(other).edits), ...edits];
}

/** A text after an edit. */
function edited(text, { kind, file, anchor, text: added }) {
  if (kind === 'new') {
    if (text !== undefined) throw new Error(`${file} is there already`);
    return added;
  }
  if (text === undefined) throw new Error(`there is no ${file}`);
  const parts = text.split(anchor);
  if (parts.length !== 2) {
    const times = `${file} has “${anchor}” ${parts.length - 1} times`;
    throw new Error(`${times}: this page of docs/how-to has to name another place in it`);
  }
  const [before, after] = parts;
  if (kind === 'replace') return before + added.replace(/\n$/, '') + after;
  const line = before.lastIndexOf('\n') + 1;
  const next = text.indexOf('\n', before.length + anchor.length) + 1;
  const at = kind === 'before' ? line : next;
  return text.slice(0, at) + added + text.slice(at);
}

/** Makes edits in files that `read` gives, undefined where there is none, and `write` takes; returns their paths. */
export function make(edits, { read, write }) {
  for (const edit of edits) write(edit.file, edited(read(edit.file), edit));
  return edits.map(({ file }) => file);
}

/** The files of a folder. */
export const filesOf = (top) => ({
  read: (file) => (existsSync(join(top, file)) ? readFileSync(join(top, file), 'utf8') : undefined),
  write(file, text) {
    mkdirSync(dirname(join(top, file)), { recursive: true });
    writeFileSync(join(top, file), text);
  },
});

/** The files of a folder, and what is written over them, which changes nothing on disk. */
export function filesOver(top) {
  const { read } = filesOf(top);
  const written = new Map();
  return {
    written,
    read: (file) => written.get(file) ?? read(file),
    write: (file, text) => written.set(file, text),
  };
}
