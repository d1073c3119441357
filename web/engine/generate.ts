import { describe, fail } from './errors.js';
import { generationOf, readOptions, type Checked } from './generation.js';
import type { Memory } from './memory.js';
import { readModelOptions } from './model-options.js';
import { generationNames, modelNames } from './option-names.js';
import { readOnce, refuse } from './options.js';
import { vocabularyOf } from './tokens.js';
import { TransformerModel } from './transformer.js';
import type {
  GenerateOptions,
  GeneratedToken,
  GenerationOptions,
  TransformerOptions,
} from './types.js';

/** See GenerateOptions: runs the given model, or one made for this sequence. */
export function generate(
  memory: Memory,
  given: GenerateOptions,
): AsyncIterableIterator<GeneratedToken> {
  const options: GenerationOptions & TransformerOptions = readModelOptions(given, [
    ...modelNames,
    ...generationNames,
  ] as (keyof GenerateOptions)[]);
  if ('model' in given) {
    const { model } = given;
    if (!TransformerModel.is(model)) {
      fail('type', 'model', describe(model), 'a model: ap.transformer(options)');
    }
    // A model has a `seed` of its own, but a sequence takes one as well.
    const own = modelNames.filter((name) => name !== 'seed');
    refuse(options, own, 'the model has its own');
    return generationOf(memory, model, readOptions(model, options));
  }
  const made = readOnce<TransformerOptions>(options, modelNames);
  const vocabulary = vocabularyOf(made, {
    source: sentencesOf(options.source),
    prompt: sentencesOf(options.prompt),
  });
  const make = () => new TransformerModel(memory, made, vocabulary);
  return tokensOfOwn(memory, make, checkedWith(make, options));
}

function sentencesOf(tokens: unknown): unknown[] | undefined {
  return tokens === undefined ? undefined : [tokens];
}

/** Checks options against a temporary model: the caller might never ask for a token. */
function checkedWith(make: () => TransformerModel, options: GenerationOptions): Checked {
  const model = make();
  try {
    return readOptions(model, options);
  } finally {
    model.dispose();
  }
}

/** Yields the tokens of a model that is disposed when the iteration ends. */
async function* tokensOfOwn(
  memory: Memory,
  make: () => TransformerModel,
  options: Checked,
): AsyncIterableIterator<GeneratedToken> {
  const model = make();
  try {
    yield* generationOf(memory, model, options);
  } finally {
    model.dispose();
  }
}
