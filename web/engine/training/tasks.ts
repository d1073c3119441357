// Tasks: what a trainer's batches can be drawn from.

import { describe, fail } from '../errors.js';
import { withHandles, type Handles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import { placeIn, readOptions } from '../options/read.js';
import * as tables from '../options/tables/training.js';
import { requireObject } from '../options/values.js';
import { requireTraining } from './require.js';
import type { OwnPairs, Task, TaskName, TaskOptions } from '../types/index.js';

const mostPairs = 2000;

/** A task as the core reads it. */
export interface ReadTask {
  numbers: Record<string, number>;
  tokens: string[];
}

/** Checks what a caller says of a task. */
export function readTask(given: unknown): ReadTask {
  if (typeof given === 'string') return { numbers: { pairs: 0 }, tokens: [given] };
  requireObject(given, 'task', 'the name of a task, or { pairs }');
  const table = tables.ownPairs;
  const { pairs, sourceTokens, targetTokens } = readOptions(table, given as OwnPairs, 'task');
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
  const numbers = {
    pairs: 1,
    sourceCharacters: placeIn(table.sourceTokens, sourceTokens),
    targetCharacters: placeIn(table.targetTokens, targetTokens),
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
  return describeTask(memory, task, readOptions(tables.task, options));
}
