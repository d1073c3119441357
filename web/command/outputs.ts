// What is written in place of tables: numbers, figures, programs, pages.

import { plainTensor } from '../engine/traces/plain.js';
import type { ProgramLanguage } from '../engine/types/index.js';
import { languages } from '../engine/program/index.js';
import { measure } from '../figures/measured.js';
import { fill } from '../i18n/fill.js';
import { drawn, figureText, type TextFormat } from '../parts/figure/as-text.js';
import { writeHash } from '../playground/address.js';
import type { PlaygroundStore } from '../playground/store.js';
import { fetchStandalone } from '../playground/take/fetch-standalone.js';
import type { Asked } from './asked.js';
import { written, writeTo } from './files.js';
import { pngOf } from './png.js';
import { refuse } from './refusal.js';
import { FILE_VIEW, refuseValue } from './settings.js';
import type { Texts } from './texts/index.js';

/** Where the data of a program stands that does not contain them. */
const DATA_FILE = 'walk.npz';

type Write = (store: PlaygroundStore, given: string, words: Texts, asked: Asked) => Promise<Saved>;
/** Names of the files that were written. */
type Saved = readonly (string | undefined)[];

const toStandard = async (content: string): Promise<Saved> => {
  await written(content.endsWith('\n') ? content : `${content}\n`);
  return [];
};

const figureFile =
  (format: TextFormat): Write =>
  async (store, file, words) => [await writeTo(file, textOf(store, format, words), words)];

/** By option. */
const WRITERS: Readonly<Record<string, Write>> = {
  json: (store, _given, _words, { options: { step } }) => {
    const trace = store.trace!;
    if (step === undefined) return toStandard(JSON.stringify(trace.toJSON()));
    const { path } = store.current!;
    return toStandard(JSON.stringify({ path, ...plainTensor(trace.tensor(path)) }));
  },

  async npz(store, file, words, { options }) {
    const trace = store.trace!;
    const bytes = trace.npz(options.step === undefined ? undefined : store.current!.path);
    return [await writeTo(file, bytes, words)];
  },

  svg: figureFile('svg'),
  tex: figureFile('tex'),
  markdown: (store, _given, words) => toStandard(textOf(store, 'markdown', words)),

  async png(store, file, words) {
    const bytes = pngOf(textOf(store, 'svg', words), words);
    return [await writeTo(file, bytes, words)];
  },

  async program(store, language, words, { options }) {
    if (!Object.hasOwn(languages, language)) {
      refuseValue('--program', language, Object.keys(languages).join(words.comma), words);
    }
    const upTo = options.step === undefined ? {} : { upTo: store.current!.path };
    const { source, data } = store.trace!.program({
      language: language as ProgramLanguage,
      format: options.notebook === true ? 'ipynb' : 'py',
      dataFile: DATA_FILE,
      ...upTo,
    });
    await toStandard(source);
    return data ? [await writeTo(DATA_FILE, data, words)] : [];
  },

  async html(store, file, words) {
    const page = await fetchStandalone(store);
    return [await writeTo(file, new Uint8Array(await page.arrayBuffer()), words)];
  },

  link({ state }, page, words) {
    if (!URL.canParse(page)) refuseValue('--link', page, 'https://…', words);
    const address = new URL(page);
    address.hash = writeHash(state);
    return toStandard(address.href);
  },
};

/** Writes what is asked for; false if that is nothing, and tables are printed. */
export async function writeOutputs(
  store: PlaygroundStore,
  asked: Asked,
  words: Texts,
): Promise<string[] | false> {
  const { options } = asked;
  const names = Object.keys(WRITERS).filter((name) => options[name] !== undefined);
  if (options.notebook === true && options.program === undefined) {
    refuse(words.problems.alone, { option: '--notebook', other: '--program' });
  }
  if (names.length === 0) return false;
  refuseTwoOnStandard(options, names, words);
  const files: string[] = [];
  for (const name of names) {
    const saved = await WRITERS[name]!(store, String(options[name]), words, asked);
    files.push(...saved.filter((file) => file !== undefined));
  }
  return files.map((file) => fill(words.saved, { file }));
}

/** Standard output takes one thing. */
function refuseTwoOnStandard(
  options: Asked['options'],
  names: readonly string[],
  words: Texts,
): void {
  const isPrinted = (name: string): boolean =>
    options[name] === '-' || ['json', 'markdown', 'program', 'link'].includes(name);
  const printed = names.filter(isPrinted);
  if (printed.length < 2) return;
  refuse(words.problems.onlyOne, { options: printed.map((name) => `--${name}`).join(words.comma) });
}

function textOf(store: PlaygroundStore, format: TextFormat, { problems }: Texts): string {
  if (store.state.weightsView === 'auto') store.updateView({ weightsView: FILE_VIEW });
  const step = store.current!;
  const made = figureText(store, drawn(store, step, measure), step, format, measure);
  if (made === undefined) refuse(problems.figure);
  if (typeof made !== 'string') refuse(problems.numbers, { ...made });
  return made;
}
