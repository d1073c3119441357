// Files of parameters: saved, read, loaded again, and with bytes changed, cut off, or added.

import assert from 'node:assert/strict';
import { requireSame } from '../support/fuzzer.mjs';
import { vocabulary, withModel } from './models.mjs';

const textsOf = (random) =>
  random.some({ note: random.pick(['', '"', '猫', '\0', '\u{1f600}']), __proto__key: 'x' });

const saveOptions = (random) =>
  random.some({ dtype: random.pick(['f32', 'f16', 'bf16']), metadata: textsOf(random) });

/** The same bytes, or others: a few changed, the end missing, something after it. */
function mutated(bytes, random) {
  const copy = bytes.slice();
  switch (random.whole(0, 3)) {
    case 0:
      for (let left = random.whole(1, 4); left > 0; left--)
        copy[random.whole(0, copy.length - 1)] = random.whole(0, 255);
      return copy;
    case 1:
      // In the header, where every byte means something.
      copy[random.whole(0, Math.min(copy.length - 1, 300))] ^= 1 << random.whole(0, 7);
      return copy;
    case 2:
      return copy.subarray(0, random.whole(0, copy.length - 1));
    default: {
      const longer = new Uint8Array(copy.length + random.whole(1, 9));
      longer.set(copy);
      return longer;
    }
  }
}

function read(fuzz, bytes, good) {
  const { ap } = fuzz;
  const done = fuzz.call('ap.readSafetensors', [bytes], (given) => ap.readSafetensors(given), {
    good,
    form: false,
    hostility: 0.1,
  });
  if (!done || done.hostile) return undefined;
  fuzz.check(() => {
    for (const { shape, data } of Object.values(done.result.tensors))
      if (data)
        assert.equal(
          data.length,
          shape.reduce((count, size) => count * size, 1),
        );
  });
  return done.result;
}

/** The options in a file: a model made of them has the file's tensors. */
function readModel(fuzz, bytes) {
  const { ap } = fuzz;
  const done = fuzz.call('ap.readModel', [bytes], (given) => ap.readModel(given), {
    good: false,
    form: false,
    hostility: 0.1,
  });
  if (!done || done.hostile) return;
  fuzz.check(() => {
    fuzz.compared++;
    const { parameters, ...others } = done.result;
    const model = ap.transformer({ parameters, ...others });
    const { tensors } = ap.readSafetensors(model.save());
    model.dispose();
    for (const [path, { data }] of Object.entries(parameters))
      requireSame(data, tensors[path].data, path);
  });
}

/** What is said of a model in a file. */
const fileOptions = (random, parameters) => ({
  parameters,
  ...random.some(
    {
      nhead: random.whole(1, 3),
      architecture: 'decoder-only',
      activation: random.pick(['relu', 'gelu', 'gelu_tanh']),
      normFirst: random.chance(0.5),
      layerNormEps: random.pick([0, 1e-6]),
      positions: random.pick(['none', 'sinusoidal', 'learned', 'rotary']),
      scaleEmbedding: random.chance(0.5),
      vocabulary,
      sourceVocabulary: vocabulary,
    },
    0.1,
  ),
});

const files = withModel((fuzz, { handle }) => {
  const { ap, random } = fuzz;
  const own = saveOptions(random);
  const saved = fuzz.call('model.save', [own], (given) => handle.save(given), {
    good: false,
    form: false,
    hostility: 0.1,
  });
  if (!saved) return;
  const bytes = saved.result;
  const whole = read(fuzz, bytes, true);
  read(fuzz, mutated(bytes, random), false);
  readModel(fuzz, random.chance(0.5) ? bytes : mutated(bytes, random));
  const options = fileOptions(random, random.chance(0.5) ? bytes : mutated(bytes, random));
  const loaded = fuzz.call('ap.transformer', [options], (given) => ap.transformer(given), {
    good: false,
    form: false,
    hostility: 0.1,
  });
  if (!loaded) return;
  const { result: model } = loaded;
  fuzz.check(() => {
    if (!whole || loaded.hostile || options.parameters !== bytes) return;
    fuzz.compared++;
    const { tensors } = ap.readSafetensors(model.save());
    for (const [path, { data }] of Object.entries(tensors))
      requireSame(data, whole.tensors[path].data, path);
  });
  model.dispose();
});

export const actions = [[2, files]];
