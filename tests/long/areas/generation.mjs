// Tokens one after the other: with and without a cache, several sequences of one model at once, left in the middle.

import assert from 'node:assert/strict';
import { requireFinite, requireSame } from '../support/fuzzer.mjs';
import { modelOptions, vocabulary, withModel } from './models.mjs';
import { keepTrace } from './traces.mjs';

/** Of the tokens, how many are chosen a second time without a cache. */
const compared = 0.3;

function generationOptions(fuzz, architecture) {
  const { random } = fuzz;
  const words = () => Array.from({ length: random.whole(1, 3) }, () => random.pick(vocabulary));
  const options = random.some({
    maxNewTokens: random.whole(1, 5),
    endToken: random.pick(['<eos>', 'none']),
    temperature: random.pick([1, 0.3, 1e-30, 1e30]),
    topK: random.whole(1, vocabulary.length),
    doSample: random.chance(0.5),
    seed: random.whole(0, 2 ** 32 - 1),
    useCache: random.chance(0.7),
    trace: random.chance(0.8),
  });
  // Learned positions have at least twelve rows.
  options.maxNewTokens ??= 5;
  if (architecture === 'encoder-decoder') options.source = words();
  if (architecture === 'decoder-only' || random.chance(0.4)) options.prompt = words();
  return options;
}

/** `model`: the one of the world that it is of, if any. */
function keep(fuzz, iterator, model, options, hostile) {
  const { sequences } = fuzz.world;
  sequences.push({ iterator, model, options, hostile });
  if (sequences.length > 3) return sequences.shift().iterator.return();
}

const start = withModel((fuzz, model) => {
  const { handle, options: own, hostile } = model;
  if (own.architecture === 'encoder-only') return;
  const options = generationOptions(fuzz, own.architecture);
  const done = fuzz.call('model.generate', [options], (given) => handle.generate(given), {
    good: !hostile && own.vocabulary !== undefined,
  });
  if (done) return keep(fuzz, done.result, model, options, done.hostile);
});

function startOwn(fuzz) {
  const { ap, random } = fuzz;
  const architecture = random.pick(['encoder-decoder', 'decoder-only']);
  const model = random.chance(0.3) ? random.pick([...fuzz.world.models, undefined]) : undefined;
  const given = model ? { model: model.handle } : modelOptions(fuzz, architecture);
  const options = generationOptions(fuzz, model ? model.options.architecture : architecture);
  const all = { ...given, ...options };
  if (!model && random.chance(0.2)) delete all.vocabulary;
  // A resident parameter is read when the first token is asked for: by then it may be gone.
  delete all.parameters;
  const done = fuzz.call('ap.generate', [all], (given) => ap.generate(given), { good: false });
  if (done) return keep(fuzz, done.result, model, options, done.hostile || !model);
}

async function next(fuzz) {
  const { random, world } = fuzz;
  if (world.sequences.length === 0) return start(fuzz);
  const sequence = random.pick(world.sequences);
  const { model } = sequence;
  // A spoiled model or option may have made any number of it.
  const hostile = sequence.hostile || model.hostile;
  const step = await stepOf(fuzz, sequence, hostile || model.handle.disposed);
  if (!step || step.done) {
    world.sequences = world.sequences.filter((each) => each !== sequence);
    return;
  }
  const token = step.value;
  fuzz.check(() => {
    assert.equal(token.tokens.length, token.position + 1);
    assert.equal(token.tokens.at(-1), token.token);
    if (hostile) return;
    requireFinite(token.logits, 'logits');
    // Beyond, a temperature of 1e-30 makes what is no float any more.
    if (Math.max(...token.logits.map(Math.abs)) > 3e8) return;
    const sum = token.probabilities.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - 1) < 1e-5, `probabilities sum to ${sum}`);
    assert.ok(token.probabilities[token.id] > 0);
    assert.ok(token.cache.kept + token.cache.computed === token.position);
    assert.ok(token.multiplyAdds.done <= token.multiplyAdds.withoutCache || token.cache.kept === 0);
  });
  if (!hostile && random.chance(compared)) await compare(fuzz, sequence, token);
  // A spoiled option may have turned traces off.
  const mayAsk = !sequence.hostile && sequence.options.trace !== false;
  if (random.chance(0.3)) {
    const asked = { hostility: 0, good: mayAsk };
    const done = fuzz.call('token.retain', [], () => token.retain(), asked);
    if (done) keepTrace(fuzz, done.result);
  } else if (mayAsk && random.chance(0.3)) {
    explainKept(fuzz, token);
  }
}

async function stepOf(fuzz, { iterator }, mayFail) {
  fuzz.call('sequence.next', [], () => undefined, { hostility: 0 });
  try {
    return await iterator.next();
  } catch (error) {
    fuzz.check(() => {
      fuzz.requireTyped(error);
      assert.ok(mayFail, `a good sequence failed: ${error.message}`);
    });
    return undefined;
  }
}

/** The cache changes no bit: the same token of a sequence that has none. */
async function compare(fuzz, { model, options }, token) {
  if (model.handle.disposed) return;
  fuzz.compared++;
  const prompt = token.tokens.slice(0, -1);
  const { temperature, topK, doSample, seed, source } = options;
  const all = {
    temperature,
    topK,
    doSample,
    seed,
    source,
    prompt,
    useCache: false,
    maxNewTokens: 1,
  };
  for await (const other of model.handle.generate(all)) {
    fuzz.check(() => {
      requireSame(other.logits, token.logits, 'logits without a cache');
      assert.equal(other.id, token.id);
    });
  }
}

/** A kept key is explained in the pass that made it. */
function explainKept(fuzz, token) {
  const trace = fuzz.call('token.trace', [], () => token.trace, { hostility: 0 }).result;
  const kept = trace.steps.filter(({ op }) => op === 'cached');
  if (kept.length === 0) return;
  const { path, shape } = fuzz.random.pick(kept);
  if (shape.includes(0)) return;
  fuzz.check(() => {
    const cell = trace.explain(
      path,
      shape.map(() => 0),
    );
    assert.equal(cell.rule, path.includes('cached_') ? 'cached' : cell.rule);
    if (cell.origin)
      assert.ok(Object.is(cell.value, cell.origin.value), 'where a kept key is from');
  });
}

async function leave(fuzz) {
  const { random, world } = fuzz;
  if (world.sequences.length === 0) return start(fuzz);
  const sequence = random.pick(world.sequences);
  world.sequences = world.sequences.filter((each) => each !== sequence);
  fuzz.call('sequence.return', [], () => undefined, { hostility: 0 });
  const end = await sequence.iterator.return();
  fuzz.check(() => assert.equal(end.done, true));
  fuzz.call('sequence.next', [], () => undefined, { hostility: 0 });
  const after = await sequence.iterator.next();
  fuzz.check(() => assert.equal(after.done, true));
}

export const actions = [
  [4, start],
  [1.5, startOwn],
  [12, next],
  [1, leave],
];
