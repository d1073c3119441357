// The command line: `npx attention-playground "The cat sat on the mat."`. What it shows comes from the playground's own store.

import { loadDictionary, dictionaryOf, type Language } from '../i18n/index.js';
import { fill } from '../i18n/fill.js';
import { problemOf } from '../trace/problem.js';
import { isEngineError } from '../engine/errors.js';
import { LANGUAGES } from '../trace/view-state.js';
import { readArguments, readTraining } from './arguments.js';
import type { Speech } from './asked.js';
import { written } from './files.js';
import { Refusal } from './refusal.js';
import { refuseValue } from './settings.js';
import { terminalOf } from './terminal.js';
import { textsOf } from './texts/index.js';

declare const PACKAGE_VERSION: string;

/** Of what was typed wrong, and of what could not be done. */
const WRONG = 2;
const FAILED = 1;

const TRAIN = 'train';

/** That of `--lang`, or of the surroundings. */
function languageOf(argv: readonly string[], env: NodeJS.ProcessEnv): Language {
  const at = argv.findIndex((word) => /^--lang(=|$)/.test(word));
  const typed = at < 0 ? undefined : (/^--lang=(.*)$/.exec(argv[at]!)?.[1] ?? argv[at + 1]);
  const around = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  if (typed === undefined) return /^zh([-_.]|$)/i.test(around) ? 'zh' : 'en';
  const found = LANGUAGES.find((one) => one === typed);
  return found ?? refuseValue('--lang', typed, LANGUAGES.join(', '), textsOf('en'));
}

async function run(argv: readonly string[]): Promise<void> {
  const lang = languageOf(argv, process.env);
  speech = { lang, words: textsOf(lang) };
  await loadDictionary(lang);
  const spoken: Speech = { ...speech, t: dictionaryOf(lang) };
  const writing = {
    words: spoken.words,
    terminal: terminalOf(process.stdout, process.env),
    print: written,
  };
  if (argv[0] === TRAIN) {
    const asked = readTraining(argv.slice(1), spoken, PACKAGE_VERSION);
    if (!asked) return;
    const { train } = await import('./train.js');
    return train(asked, writing);
  }
  const isIdle = argv.length === 0 && process.stdin.isTTY;
  const asked = readArguments(isIdle ? ['--help'] : argv, spoken, PACKAGE_VERSION);
  if (!asked) return;
  const { show } = await import('./show.js');
  await show(asked, spoken, writing);
}

let speech: Pick<Speech, 'lang' | 'words'> = { lang: 'en', words: textsOf('en') };

/** Says in one line what went wrong. */
function report(error: unknown): number {
  const { problems } = speech.words;
  const say = (text: string): void => {
    process.stderr.write(`${fill(problems.line, { text: text.replace(/\s*\n\s*/g, ' ') })}\n`);
  };
  if (error instanceof Refusal || isEngineError(error)) {
    say(error.message);
    return WRONG;
  }
  say(problemOf(error).actual);
  if (process.env.DEBUG) console.error(error);
  return FAILED;
}

// Whoever reads may have enough: `| head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = report(error);
}
