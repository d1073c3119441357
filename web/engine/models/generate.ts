import { describe, fail } from '../errors.js';
import { checkedFor, generationOf, type Checked, type ReadGeneration } from './generation.js';
import type { Memory } from '../module/memory.js';
import { readModelOptions } from './model-options.js';
import { refuse, withDefaults } from '../options/read.js';
import * as tables from '../options/tables.js';
import { vocabularyOf } from './tokens.js';
import { TransformerModel } from './transformer.js';
import type {
  GenerateOptions,
  GeneratedToken,
  GenerationOptions,
  TransformerOptions,
} from '../types/index.js';

/** See GenerateOptions: runs the given model, or one made for this sequence. */
export function generate(
  memory: Memory,
  given: GenerateOptions,
): AsyncIterableIterator<GeneratedToken> {
  const options = readModelOptions(tables.generate, given as AllOptions);
  const generation: ReadGeneration = withDefaults<GenerationOptions, typeof tables.generation>(
    tables.generation,
    options,
  );
  if ('model' in given) {
    const { model } = options;
    if (!TransformerModel.is(model)) {
      fail('type', 'model', describe(model), 'a model: ap.transformer(options)');
    }
    // A model has a `seed` of its own, but a sequence takes one as well.
    const own = Object.keys(tables.transformer).filter((name) => name !== 'seed');
    refuse(options, own, 'the model has its own');
    return generationOf(memory, model, checkedFor(model, generation));
  }
  const vocabulary = vocabularyOf(options, {
    source: sentencesOf(options.source),
    prompt: sentencesOf(options.prompt),
  });
  const make = () => new TransformerModel(memory, options, vocabulary);
  return tokensOfOwn(memory, make, checkedWith(make, generation));
}

type AllOptions = GenerationOptions & TransformerOptions & { model?: unknown };

function sentencesOf(tokens: unknown): unknown[] | undefined {
  return tokens === undefined ? undefined : [tokens];
}

/** Checks options against a temporary model: the caller might never ask for a token. */
function checkedWith(make: () => TransformerModel, options: ReadGeneration): Checked {
  const model = make();
  try {
    return checkedFor(model, options);
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
