// What may be typed, in the language of the one who types it. What is wrong becomes a refusal of one line.

import { Command, CommanderError, Help, Option } from 'commander';
import { nearest } from '../engine/options/nearest.js';
import { fill } from '../i18n/fill.js';
import type { Language } from '../i18n/index.js';
import { TASKS } from '../panels/training/tasks.js';
import type { Asked, AskedTraining, Speech } from './asked.js';
import { accepted, settingOptions, type SettingOption } from './settings.js';
import { refuse } from './refusal.js';
import { terminalOf } from './terminal.js';
import { widthOf, wrapped } from './width.js';
import type { Texts } from './texts/index.js';

const NAME = 'attention-playground';

const EXAMPLES = {
  en: [
    '"The cat sat on the mat." --heads 4',
    '"The cat sat." --step weights --svg weights.svg',
    '"The cat sat." --mask causal --step scores --json',
    '"The cat sat." --program numpy > walk.py',
    '--parameters verse-en --generate "<sos> we found a hidden spoon /"',
    'train four-pairs --save model.safetensors',
  ],
  zh: [
    '"小猫坐在垫子上。" --heads 4',
    '"小猫坐在垫子上。" --step weights --svg weights.svg',
    '"小猫坐在垫子上。" --mask causal --step scores --json',
    '"小猫坐在垫子上。" --program numpy > walk.py',
    '--parameters verse-zh --generate "<sos>白云归夜阑，"',
    'train four-pairs --save model.safetensors',
  ],
} as const satisfies Record<Language, readonly string[]>;

/** Options of the command that are no settings: flags, with the group of the help that they stand in. */
const OPTIONS = [
  ['--step <name>', 'step', 'show'],
  ['--steps', 'steps', 'show'],
  ['--head <n>', 'head', 'show'],
  ['--batch <n>', 'batch', 'show'],
  ['--whole', 'whole', 'show'],
  ['--json', 'json', 'files'],
  ['--npz <file>', 'npz', 'files'],
  ['--svg <file>', 'svg', 'files'],
  ['--png <file>', 'png', 'files'],
  ['--tex <file>', 'tex', 'files'],
  ['--markdown', 'markdown', 'files'],
  ['--program <language>', 'program', 'files'],
  ['--notebook', 'notebook', 'files'],
  ['--html <file>', 'html', 'files'],
  ['--link <page>', 'link', 'files'],
  ['--generate', 'generate', 'write'],
  ['--max-new-tokens <n>', 'maxNewTokens', 'write'],
  ['--sample', 'sample', 'write'],
  ['--top-k <n>', 'topK', 'write'],
  ['--sampling-temperature <n>', 'samplingTemperature', 'write'],
] as const;

/** Reads the words after the command's name. Prints help and version itself: undefined then. */
export function readArguments(
  argv: readonly string[],
  speech: Speech,
  version: string,
): Asked | undefined {
  const { words } = speech;
  const command = base(speech, version)
    .usage(words.usage)
    .description(words.about)
    .argument('[sentence...]', words.sentences);
  for (const [flags, name, group] of OPTIONS) {
    command.addOption(grouped(new Option(flags, words.options[name]), words.titles[group]));
  }
  for (const one of settingOptions(speech)) command.addOption(optionOf(one, words));
  command.addHelpText('after', () => after(speech));
  if (!parsed(command, argv, speech)) return undefined;
  const known = new Set(settingOptions(speech).map(({ key }) => key));
  const entries = Object.entries(command.opts<Record<string, string | boolean | string[]>>());
  return {
    sentences: command.args,
    settings: Object.fromEntries(entries.filter(([key]) => known.has(key))),
    options: Object.fromEntries(entries.filter(([key]) => !known.has(key))) as Asked['options'],
  };
}

/** The same after the word `train`. */
export function readTraining(
  argv: readonly string[],
  speech: Speech,
  version: string,
): AskedTraining | undefined {
  const { words } = speech;
  const names = TASKS.join(words.comma);
  const command = base(speech, version)
    .name(`${NAME} train`)
    .usage(words.train.usage)
    .description(words.train.about)
    .argument('[task]', fill(words.options.task, { names }))
    .allowExcessArguments(true)
    .option('--updates <n>', words.options.updates)
    .option('--seed <n>', words.options.seed)
    .option('--save <file>', words.options.save);
  if (!parsed(command, argv, speech)) return undefined;
  const [task, ...more] = command.args;
  if (task === undefined) refuse(words.problems.missingTask, { names });
  if (more.length > 0) refuse(words.problems.excess, { actual: more.join(' ') });
  return { task, options: command.opts() };
}

function base({ words }: Speech, version: string): Command {
  const { titles } = words;
  const translated: Record<string, string> = {
    'Usage:': titles.usage,
    'Arguments:': titles.arguments,
    'Options:': titles.options,
  };
  return new Command(NAME)
    .version(version, '-V, --version', words.options.version)
    .helpOption('-h, --help', words.options.help)
    .option('--lang <language>', words.options.lang)
    .showSuggestionAfterError(false)
    .configureHelp({
      styleTitle: (title: string) => translated[title] ?? title,
      // Of an option that is repeated, too: what is left out is left to the state.
      optionDescription: ({ description }: Option) => description,
      // By itself commander breaks lines at spaces, of which Chinese has few.
      displayWidth: widthOf,
      boxWrap: (text: string, width: number) =>
        text
          .split('\n')
          .flatMap((line) => wrapped(line, width))
          .join('\n'),
    })
    .configureOutput({
      writeErr: () => undefined,
      getOutHelpWidth: () => terminalOf(process.stdout, process.env).width,
    })
    .exitOverride();
}

const grouped = (option: Option, title: string): Option => option.helpGroup(title);

function optionOf({ flags, description, group, many }: SettingOption, words: Texts): Option {
  const option = grouped(new Option(flags, description), words.titles[group]);
  if (many) {
    option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
  }
  return option;
}

function after({ lang, words }: Speech): string {
  const examples = EXAMPLES[lang].map((example) => `  npx ${NAME} ${example}`);
  const { training, trainingHint } = words.explain;
  return ['', `  ${training}   ${trainingHint}`, '', words.examples, ...examples].join('\n');
}

/** False if help or version were printed. */
function parsed(command: Command, argv: readonly string[], speech: Speech): boolean {
  try {
    command.parse(argv, { from: 'user' });
    return true;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return false;
    return refused(command, error, speech);
  }
}

/** Its own words for commander's errors, which are English. */
function refused(command: Command, error: CommanderError, speech: Speech): never {
  const { problems } = speech.words;
  const [, found = ''] = /'([^']*)'/.exec(error.message) ?? [];
  if (error.code === 'commander.unknownOption') {
    const known = new Help().visibleOptions(command).map(({ long }) => long ?? '');
    const name = nearest(found, known);
    const guess = name === undefined ? '' : fill(problems.guess, { name });
    refuse(problems.unknownOption, { actual: found, guess });
  }
  if (error.code === 'commander.optionMissingArgument') {
    const option = command.options.find(({ flags }) => flags === found);
    const long = option?.long ?? found;
    const setting = settingOptions(speech).find(({ flags }) => flags === found);
    const what = setting ? accepted(setting.name, speech.words) : (option?.description ?? '');
    refuse(problems.missing, { option: long, accepted: what });
  }
  return refuse(problems.unexpected, { reason: error.message.replace(/^error: /, '') });
}
