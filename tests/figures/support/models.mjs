// Traces of any Transformer for figures: a store that is told the options of a pass, labels of words included.

import { engine, web } from './draw.mjs';

/** The caller disposes of it; `backward`: with the gradients of its last step. */
export function modelStore({ options, step, lang = 'en', backward = false }) {
  const { source, target, vocabulary, sourceVocabulary } = options;
  const panel = {
    make(ap, pass) {
      const trace = ap.traceTransformer(pass);
      if (backward) trace.backward({ of: trace.steps.at(-1).path });
      return trace;
    },
    tokens: () => web.transformerLabels({ source, target }, vocabulary, sourceVocabulary),
    first: { step },
    seed: ({ seed = 0 }) => seed,
    follows: web.transformerFollows,
  };
  const store = new web.PanelStore(panel, options, lang);
  store.start(engine);
  if (store.problem) throw new Error(JSON.stringify(store.problem));
  return store;
}
