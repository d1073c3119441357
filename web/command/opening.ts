// From what was typed to the playground's store, which shows it: the state that the page would have.

import { basename } from 'node:path';
import { load } from '../engine/index.js';
import type { AttentionPlayground } from '../engine/types/index.js';
import type { Learned } from '../learned/learned.js';
import { SHIPPED, type LearnedName } from '../learned/names.js';
import { settingsAsRaw } from '../playground/attributes.js';
import { plainVisit } from '../playground/first-visit.js';
import { opened } from '../playground/learned/adjusted.js';
import { fixedBy, isFixed } from '../playground/learned/fixed.js';
import { acts } from '../playground/settings/engine-options.js';
import { LIMITS } from '../playground/settings/limits.js';
import { settingOf, type SettingName } from '../playground/settings/table.js';
import type { Patch } from '../playground/state.js';
import { PlaygroundStore } from '../playground/store.js';
import { findStep } from '../trace/stops.js';
import { fill } from '../i18n/fill.js';
import { noticeText, problemText } from '../trace/problem-text.js';
import type { Asked, Speech } from './asked.js';
import { readBytes, readInput } from './files.js';
import { refuse } from './refusal.js';
import { accepted, readNumber, readSettings, settingOptions, refuseValue } from './settings.js';

const SAFETENSORS = '.safetensors';

/** The store at the step that is asked for, and what is to be noted of it. */
export async function open(
  asked: Asked,
  speech: Speech,
): Promise<{ engine: AttentionPlayground; store: PlaygroundStore; notes: string[] }> {
  const { lang, words, t } = speech;
  const { parameters, ...plain } = asked.settings;
  const settings = readSettings(plain, { lang, words, t });
  const sentences = await sentencesOf(asked, speech);
  const engine = await load();
  const store = new PlaygroundStore();
  store.adopt({}, plainVisit(lang));
  store.start(engine);
  const learned = await modelOf(parameters, engine, store, speech);
  refuseContradiction(learned, settings, speech);
  // What a person has translated is what an encoder reads.
  const reads = asked.options.generate === true && !settings.memory;
  const model = learned?.options.architecture ?? settings.model;
  const side = reads && model === 'encoder-decoder' ? 'memory' : 'sentence';
  const raw = settingsAsRaw({ ...settings, ...(sentences && { [side]: sentences }) }, lang);
  const opening = learned ? openingWith(learned, store, raw.sentences !== undefined) : {};
  store.update({ ...opening, ...(raw as Patch) });
  refuseProblem(store, speech);
  const notes = [
    ...store.notices.filter(({ code }) => code !== 'lookAt').map((one) => noticeText(store, one)),
    ...withoutEffect(store, asked, speech),
    ...faultNote(store, speech),
  ];
  place(store, asked, speech);
  return { engine, store, notes };
}

/** Those that were typed, or one a line of standard input; undefined for the ones that the page opens on. */
async function sentencesOf(
  { sentences, settings, options }: Asked,
  { words }: Speech,
): Promise<string[] | undefined> {
  const isPiped = sentences.length === 0 && !process.stdin.isTTY;
  const isAsked = sentences.length === 1 && sentences[0] === '-';
  const read = isPiped || isAsked ? (await readInput()).split(/\r?\n/) : sentences;
  const found = read.filter((line) => line.trim() !== '');
  if (found.length > LIMITS.sentences) {
    refuse(words.problems.tooMany, { most: LIMITS.sentences });
  }
  if (found.length > 0) return found;
  // A model opens on a sentence of its own.
  const hasOwn = settings.parameters !== undefined || options.generate === true;
  if (sentences.length > 0 || (isAsked && !hasOwn)) refuse(words.problems.noSentence);
  return undefined;
}

/** The trained model of this name, or in this file; undefined if none is asked for. */
async function modelOf(
  parameters: Asked['settings'][string] | undefined,
  engine: AttentionPlayground,
  store: PlaygroundStore,
  { words }: Speech,
): Promise<Learned | undefined> {
  if (parameters === undefined) return undefined;
  const { models } = store;
  const typed = String(parameters);
  const isFile = typed.endsWith(SAFETENSORS);
  const name: LearnedName | undefined = isFile ? 'own' : SHIPPED.find((one) => one === typed);
  if (name === undefined) {
    return refuseValue('--parameters', typed, accepted('parameters', words), words);
  }
  if (name === 'own') models.give(name, await readBytes(typed, words));
  const problem = await models.load(engine, name);
  if (!problem) return models.of(name);
  const reason = problemText(store, problem);
  return refuse(words.problems.file, { file: isFile ? basename(typed) : typed, reason });
}

const SOME = 3;

/** What the page opens a model on; a person's own, which no page knows, on some of its words. */
function openingWith(
  { name, words, sourceWords, options }: Learned,
  { state }: PlaygroundStore,
  hasSentences: boolean,
): Patch {
  const { architecture: model = 'encoder-decoder' } = options;
  const own =
    name === 'own'
      ? { sentences: [words.some(SOME).join(' ')], memory: [sourceWords.some(SOME).join(' ')] }
      : {};
  const whole = { ...opened({ ...state, model }, name), ...own };
  const { sentences: _sentences, tokens: _tokens, cell: _cell, ...others } = whole;
  return { parameters: name, ...(hasSentences ? others : whole) };
}

/** A trained model brings its own sizes. */
function refuseContradiction(
  learned: Learned | undefined,
  given: ReturnType<typeof readSettings>,
  speech: Speech,
): void {
  if (!learned) return;
  const own = fixedBy(learned);
  for (const { name, property, long } of settingOptions(speech)) {
    const value = given[property];
    const isSame = JSON.stringify(value) === JSON.stringify(own[name]);
    if (value === undefined || !isFixed(name) || isSame) continue;
    const [text = ''] = settingOf(name).type.write(own[name]);
    refuse(speech.words.problems.fixed, { option: long, actual: String(value), own: text });
  }
}

function refuseProblem(store: PlaygroundStore, { words }: Speech): void {
  const { problem } = store;
  if (problem) refuse(words.problems.unexpected, { reason: problemText(store, problem) });
}

/** What was set and changes nothing here. */
function withoutEffect({ state }: PlaygroundStore, { settings }: Asked, speech: Speech): string[] {
  const idle = settingOptions(speech).filter(
    ({ name, key }) =>
      settings[key] !== undefined && changes(name) && !acts(settingOf(name), state),
  );
  const given = idle.filter(({ name, key }) => settings[key] !== settingOf(name).first);
  return given.map(({ long }) => fill(speech.words.notes.noEffect, { option: long }));
}

/** That the numbers are wrong, and why. */
function faultNote({ state, t }: PlaygroundStore, { words }: Speech): string[] {
  const { fault } = state;
  if (fault === 'none') return [];
  const names: Readonly<Record<string, string>> = t.settings.fault.choices;
  return [fill(words.notes.fault, { name: names[fault] ?? fault })];
}

const changes = (name: SettingName): boolean => settingOf(name).trace === true;

/** Goes to the step, the head and the sentence. */
function place(store: PlaygroundStore, { options }: Asked, { words }: Speech): void {
  const { batches, heads } = store.count(store.state);
  const among = (option: string, count: number): number | undefined => {
    const typed = options[option] as string | undefined;
    const number = readNumber(`--${option}`, typed, { least: 1, most: count }, words);
    return number === undefined ? undefined : number - 1;
  };
  const batch = among('batch', batches);
  const head = among('head', heads);
  if (batch !== undefined) store.updateView({ batch });
  if (head !== undefined) store.updateView({ head });
  const { step } = options;
  if (typeof step !== 'string') return;
  if (!findStep(store.steps, step, store.state.head)) {
    const { actual, expected } = store.noStep(step);
    refuse(words.problems.noStep, { actual, expected });
  }
  store.goTo(step);
}
