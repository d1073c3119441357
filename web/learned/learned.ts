import { readAsset } from '../engine/module/asset.js';
import type { Numbers } from '../engine/types/computed.js';
import type { AttentionPlayground, Tensor, TransformerOptions } from '../engine/types/index.js';
import { facts as allFacts } from './generated/facts.js';
import type { ClaimFacts } from './facts.js';
import { KnownWords } from './known-words.js';
import { modelFiles } from './model-files.js';
import type { LearnedName, ShippedName } from './names.js';

/** A trained model: what its passes are made of, and what is known of it. */
export interface Learned {
  name: LearnedName;
  /** Without its parameters. */
  options: TransformerOptions;
  parameters: Readonly<Record<string, Tensor>>;
  /** The words of what a decoder writes, or of the only sentence. */
  words: KnownWords;
  /** The words that an encoder reads for a decoder. */
  sourceWords: KnownWords;
  /** The most tokens of a sentence, `<sos>` included: a table of learned positions has only so many rows. */
  longest: number;
  /** Undefined of a user's own. */
  facts: ClaimFacts | undefined;
}

/** The bytes of a shipped model's file. Rejects with an error `unavailable` or `network` that names the address. */
export const fetchModel = async (name: ShippedName): Promise<Uint8Array> =>
  readAsset(modelFiles[name], 'parameters');

/** The model in a file. Throws what `readModel` of the engine does. */
export function readLearned(
  engine: AttentionPlayground,
  name: LearnedName,
  bytes: Uint8Array,
): Learned {
  const { parameters = {}, ...options } = engine.readModel(bytes);
  const { embedding_table: table, 'source.embedding_table': sourceTable = table } =
    parameters as Record<string, Tensor>;
  const { vocabulary = [], sourceVocabulary = vocabulary, positions, maxLength } = options;
  return {
    name,
    options,
    parameters: parameters as Record<string, Tensor>,
    words: new KnownWords(vocabulary, (place) => likeness(engine, table!, place)),
    sourceWords: new KnownWords(sourceVocabulary, (place) => likeness(engine, sourceTable!, place)),
    longest: positions === 'learned' ? (maxLength ?? Infinity) : Infinity,
    facts: name === 'own' ? undefined : allFacts[name],
  };
}

/** The correlation of a row of an embedding table with every row, times their width. */
function likeness(engine: AttentionPlayground, table: Tensor, place: number): Numbers {
  const width = table.shape[1]!;
  const rows = engine.layerNorm(table, width);
  const row = rows.data.subarray(place * width, (place + 1) * width);
  return engine.linear(rows, { shape: [width, 1], data: row }).data;
}
