// Files that are read and written, by their names or `-`.

import { readFile, writeFile } from 'node:fs/promises';
import { Refusal } from './refusal.js';
import { fill } from '../i18n/fill.js';
import type { Texts } from './texts/index.js';

const STANDARD = '-';

export async function readBytes(file: string, words: Texts): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileRefusal(file, error, words);
  }
}

/** Returns the name, if it is one that is worth saying. */
export async function writeTo(
  file: string,
  content: string | Uint8Array,
  words: Texts,
): Promise<string | undefined> {
  if (file === STANDARD) {
    await written(content);
    return undefined;
  }
  try {
    await writeFile(file, content);
  } catch (error) {
    throw fileRefusal(file, error, words);
  }
  return file;
}

/** Resolves when it has left: a pipe takes what it can. */
export function written(content: string | Uint8Array): Promise<void> {
  return new Promise((done, failed) => {
    process.stdout.write(content, (error) => (error ? failed(error) : done()));
  });
}

/** The text of standard input. */
export async function readInput(): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

function fileRefusal(file: string, error: unknown, { problems }: Texts): Refusal {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Refusal(fill(problems.file, { file, reason: code ?? message }));
}
