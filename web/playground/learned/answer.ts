import { endToken } from '../../engine/models/tokens.js';
import type { PlaygroundStore } from '../store.js';
import { ASKED } from '../transformer-options.js';

/** What a trained model says of the sentence that is shown. */
export interface Answer {
  /** The word that is asked about; undefined of a decoder, which writes. */
  asked?: string;
  /** Tokens. */
  said: string[];
  /** Whether it is the only next token, after all those before. */
  isNext: boolean;
}

/** Read from the step `prediction`; undefined where there is none, as in a backward pass from labels. */
export function answerOf(store: PlaygroundStore): Answer | undefined {
  const { learned } = store;
  if (!learned || !store.step('prediction')) return undefined;
  const { architecture, pointer, vocabulary = [] } = learned.options;
  const { data, shape } = store.tensor('prediction');
  const length = shape[1]!;
  const tokens = store.tokens.sentences[store.state.batch] ?? [];
  const said = (place: number): string => {
    const id = data[store.state.batch * length + place]!;
    return (pointer ? tokens[id] : vocabulary[id]) ?? '';
  };
  if (architecture === 'encoder-only') {
    const place = tokens.findIndex((token) => ASKED.includes(token));
    return place < 0 ? undefined : { asked: tokens[place]!, said: [said(place)], isNext: false };
  }
  if (architecture === 'decoder-only') return { said: [said(tokens.length - 1)], isNext: true };
  const all = Array.from({ length: tokens.length + 1 }, (_, place) => said(place));
  const end = all.indexOf(endToken);
  return { said: end < 0 ? all : all.slice(0, end), isNext: false };
}
