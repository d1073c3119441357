// `train TASK`: a model of the size that was found to learn it, its loss, and what it says of examples that it has not seen.

import { load } from '../engine/index.js';
import type { Task, TaskExample, Transformer } from '../engine/types/index.js';
import { fill } from '../i18n/fill.js';
import { nearest } from '../engine/options/nearest.js';
import {
  configOf,
  modelOf,
  RANGES,
  trainerOf,
  type TrainingConfig,
} from '../panels/training/run/config.js';
import { isTaskName, TASKS } from '../panels/training/tasks.js';
import { told } from '../trace/numbers.js';
import type { AskedTraining } from './asked.js';
import { writeTo } from './files.js';
import type { Writing } from './generate.js';
import { refuse } from './refusal.js';
import { readNumber } from './settings.js';
import { isWord } from './signs.js';
import { paintOf } from './paint.js';
import type { Texts } from './texts/index.js';

const LINES = 10;
const JUDGED_ON = 64;
const SHOWN = 4;
/** Tokens of an example that a decoder alone goes on from. */
const BEGINNING = 4;
const MOST_NEW = 32;

export async function train(
  { task: name, options }: AskedTraining,
  writing: Writing,
): Promise<void> {
  const { words, print } = writing;
  if (!isTaskName(name)) refuseTask(name, words);
  const updates = readNumber('--updates', options.updates, RANGES.steps, words);
  const seed = readNumber('--seed', options.seed, RANGES.seed, words) ?? 0;
  const engine = await load({ training: true });
  const task = engine.task(name, { heldOut: SHOWN });
  const found = configOf({ task: name }, task);
  const config: TrainingConfig = { ...found, seed, steps: updates ?? found.steps };
  using model = engine.transformer(modelOf(config, task));
  using trainer = engine.trainer({ ...trainerOf(config), model });
  await print(`${startOf(config, task, trainer.snapshot().parameters, words)}\n`);
  const start = performance.now();
  const width = String(config.steps).length;
  const piece = Math.ceil(config.steps / LINES);
  for (let done = 0; done < config.steps; done += piece) {
    const { update, loss } = trainer.step(Math.min(piece, config.steps - done));
    const shown = { update: String(update).padStart(width), loss: told(loss, 4) };
    await print(`${fill(words.train.line, shown)}\n`);
  }
  const seconds = told((performance.now() - start) / 1000, 1);
  const { loss, sentences } = trainer.evaluate({ examples: JUDGED_ON, samples: 0 });
  const values = { loss: told(loss, 4), share: PERCENT.format(sentences) };
  const end = task.model.architecture === 'decoder-only' ? words.train.endLoss : words.train.end;
  await print(`${fill(words.train.seconds, { seconds })}\n\n${fill(end, values)}\n`);
  const longest = task.model.maxLength ?? Infinity;
  for (const example of task.heldOut) await print(await answerTo(model, example, longest, writing));
  if (options.save !== undefined) {
    const file = await writeTo(options.save, trainer.save(), words);
    if (file) await print(`\n${fill(words.saved, { file })}\n`);
  }
}

function refuseTask(typed: string, words: Texts): never {
  const name = nearest(typed, TASKS);
  const guess = name === undefined ? '' : fill(words.problems.guess, { name });
  return refuse(words.problems.noTask, { actual: typed, guess, names: TASKS.join(words.comma) });
}

function startOf(
  { task: name, steps }: TrainingConfig,
  { model, uniformLoss }: Task,
  parameters: Readonly<Record<string, { shape: readonly number[] }>>,
  words: Texts,
): string {
  const sizes = Object.values(parameters).map(({ shape }) =>
    shape.reduce((all, one) => all * one, 1),
  );
  return fill(words.train.start, {
    task: name,
    words: model.vocabulary?.length ?? 0,
    parameters: sizes.reduce((sum, size) => sum + size, 0),
    updates: steps,
    loss: told(uniformLoss, 4),
  });
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** What a model with a decoder writes; '' of an encoder, which names or points. */
async function answerTo(
  model: Transformer,
  { source, target = [], labels }: TaskExample,
  longest: number,
  { words, terminal }: Writing,
): Promise<string> {
  if (target.length === 0) return '';
  const paint = paintOf(terminal);
  const prompt = source ? target.slice(0, 1) : target.slice(0, BEGINNING);
  const expected = labels.map(String).filter(isWord);
  // The last token that is written is not read.
  const maxNewTokens = Math.min(MOST_NEW, longest - prompt.length + 1);
  let written: readonly string[] = [];
  const options = { prompt, maxNewTokens, trace: false, ...(source && { source }) };
  for await (const { tokens } of model.generate(options)) written = tokens;
  const answer = written.filter(isWord).join(' ');
  if (!source) {
    return `  ${fill(words.train.answer, { right: ' ', asked: prompt.filter(isWord).join(' '), answer })}\n`;
  }
  const isRight = answer === expected.join(' ');
  const line = fill(words.train.answer, {
    right: isRight ? '✓' : '✗',
    asked: source.join(' '),
    answer,
  });
  const should = isRight
    ? ''
    : `  ${paint.faint(fill(words.train.expected, { expected: expected.join(' ') }))}`;
  return `  ${line}${should}\n`;
}
