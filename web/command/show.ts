// Shows what was asked for: tables, files, or what a model writes.

import type { Asked, Speech } from './asked.js';
import { generate, refuseUnlessGenerating, type Writing } from './generate.js';
import { open } from './opening.js';
import { writeOutputs } from './outputs.js';
import { oneStepText, stepsText, walkText } from './walk.js';

export async function show(asked: Asked, speech: Speech, writing: Writing): Promise<void> {
  const { words, terminal, print } = writing;
  const { options } = asked;
  refuseUnlessGenerating(asked, words);
  const { engine, store, notes } = await open(asked, speech);
  const note = (lines: readonly string[]): void => {
    for (const line of lines) process.stderr.write(`${line}\n`);
  };
  note(notes);
  if (options.generate === true) return generate(engine, store, asked, writing);
  const saved = await writeOutputs(store, asked, words);
  if (saved) return note(saved);
  const printing = { terminal, words, whole: options.whole === true };
  if (options.steps === true) return print(stepsText(store, printing));
  await print(
    options.step === undefined ? walkText(store, printing) : oneStepText(store, printing),
  );
}
