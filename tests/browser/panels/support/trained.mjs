// Trained models in Node, from their files through the public API alone.

import { readFileSync } from 'node:fs';

export const modelOf = (ap, name) =>
  ap.readModel(
    new Uint8Array(
      readFileSync(new URL(`../../../../models/${name}.safetensors`, import.meta.url)),
    ),
  );

/** One pass of a model over tokens, of its encoder if it has one; `read` gets the trace. */
export function passOf(ap, name, { source, target }, read) {
  const trace = ap.traceTransformer({ ...modelOf(ap, name), source, target });
  try {
    return read(trace);
  } finally {
    trace.dispose();
  }
}

/** Where the self-attention of a layer is, and the pass over a sentence in which it is computed. */
export function placeOf({ architecture }, { layer, tokens }) {
  if (architecture === 'decoder-only') {
    return { scope: `decoder.${layer}.self_attention`, pass: { target: [tokens] } };
  }
  const target = architecture === 'encoder-decoder' ? [['<sos>']] : undefined;
  return { scope: `encoder.${layer}.self_attention`, pass: { source: [tokens], target } };
}

/** The options of a trace of one layer: of random parameters, or of what enters it in the model, with its matrices. */
export function layerOf(ap, { parameters, ...options }, random) {
  if (parameters === 'random') return random;
  const model = modelOf(ap, parameters);
  const { scope, pass } = placeOf(model, options);
  return passOf(ap, parameters, pass, (trace) => {
    const input = trace.steps.find(({ path }) => path === `${scope}.q`).inputs[0];
    const parameter = (name) => trace.tensor(`${scope}.${name}`);
    const names = ['wq', 'wk', 'wv', 'wo', 'bq', 'bk', 'bv', 'bo'];
    return {
      x: trace.tensor(input),
      numHeads: model.nhead,
      projections: Object.fromEntries(
        names.map((name) => [name, parameter(`${name[0]}_${name[1]}`)]),
      ),
      isCausal: model.architecture === 'decoder-only',
      positions: model.positions === 'rotary' ? 'rotary' : 'none',
    };
  });
}
