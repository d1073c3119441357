// Tasks: what a trainer's batches can be drawn from.

import { describe, fail } from './errors.js';
import { withHandles, type Handles } from './handles.js';
import type { Memory } from './memory.js';
import { choice, readOnce, requireObject, whole } from './options.js';
import { requireTraining } from './training.js';
import type { OwnPairs, Task, TaskName, TaskOptions } from './types.js';

const tokenKinds = ['words', 'characters'] as const;
const mostPairs = 2000;
/** What one call gives; all are reached by `first`. */
const mostExamples = 4096;

/** A task as the core reads it. */
export interface ReadTask {
  numbers: Record<string, number>;
  tokens: string[];
}

/** Checks what a caller says of a task. */
export function readTask(given: unknown): ReadTask {
  if (typeof given === 'string') return { numbers: { pairs: 0 }, tokens: [given] };
  if (typeof given !== 'object' || given === null) {
    fail('type', 'task', describe(given), 'the name of a task, or { pairs }');
  }
  const names = ['pairs', 'sourceTokens', 'targetTokens'] as const;
  const { pairs, sourceTokens, targetTokens } = readOnce(given as OwnPairs, names);
  if (!Array.isArray(pairs)) fail('type', 'pairs', describe(pairs), 'a list of pairs');
  if (pairs.length === 0 || pairs.length > mostPairs) {
    fail('size', 'pairs', describe(pairs), `1 to ${mostPairs} pairs`);
  }
  const tokens = Array.from(pairs, (pair: unknown) => {
    const [source, target, ...more] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof source !== 'string' || typeof target !== 'string' || more.length > 0) {
      fail('type', 'pairs', describe(pair), 'two sentences each');
    }
    return [source, target];
  }).flat();
  const byCharacter = (kind: unknown, name: string) =>
    tokenKinds.indexOf(choice(kind, 'words', name, tokenKinds));
  const numbers = {
    pairs: 1,
    sourceCharacters: byCharacter(sourceTokens, 'sourceTokens'),
    targetCharacters: byCharacter(targetTokens, 'targetTokens'),
  };
  return { numbers, tokens };
}

export const taskRequest = (
  handles: Handles,
  task: ReadTask,
  numbers: Record<string, number> = {},
) => handles.request({ ...task.numbers, ...numbers }, task.tokens);

/** What a task is, with examples that the core draws. */
export function describeTask(
  memory: Memory,
  task: ReadTask,
  numbers: Record<string, number> = {},
): Task {
  const read = requireTraining(memory.module.task);
  return withHandles(memory, (handles) => {
    const text = memory.text(read(taskRequest(handles, task, numbers)));
    return JSON.parse(text) as Task;
  });
}

/** See AttentionPlayground. */
export function taskOf(memory: Memory, given: TaskName | OwnPairs, options: TaskOptions): Task {
  requireTraining(memory.module.task);
  const task = readTask(given);
  requireObject(options, 'options');
  const { seed, first, count, heldOut } = readOnce(options, [
    'seed',
    'first',
    'count',
    'heldOut',
  ] as const);
  return describeTask(memory, task, {
    seed: whole(seed, 0, 'seed', 0, 2 ** 32 - 1),
    first: whole(first, 0, 'first', 0, 2 ** 30),
    count: whole(count, 8, 'count', 0, mostExamples),
    heldOut: whole(heldOut, 8, 'heldOut', 0, mostExamples),
  });
}
