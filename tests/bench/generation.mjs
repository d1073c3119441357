// npm run bench -- --generate: one generated token at T = 128 (decoder-only, D 256, 8 heads, 4 layers, vocabulary
// 1000), with the keys and values of the other 127 kept and without, in turns.

import { load } from '../../dist/index.js';
import { median } from './timing.mjs';

const tokens = 128;
const rounds = 60;

export async function generation() {
  const ap = await load();
  const vocabulary = Array.from({ length: 1000 }, (_, id) => `t${id}`);
  const model = ap.transformer({
    architecture: 'decoder-only',
    vocabulary,
    dModel: 256,
    nhead: 8,
    numDecoderLayers: 4,
  });
  const prompt = vocabulary.slice(0, tokens);
  const next = async (useCache) => {
    const begun = performance.now();
    const generated = model.generate({ prompt, maxNewTokens: 1, useCache });
    const { value } = await generated.next();
    const ms = performance.now() - begun;
    await generated.return();
    return { ...value, ms };
  };
  await next(true);
  const times = { cached: [], whole: [] };
  let counts;
  for (let round = 0; round < rounds; round++) {
    const cached = await next(true);
    const whole = await next(false);
    const equal = cached.logits.every((logit, id) => Object.is(logit, whole.logits[id]));
    if (!equal || cached.id !== whole.id) throw new Error('With the cache another token is chosen');
    times.cached.push(cached.ms);
    times.whole.push(whole.ms);
    counts = cached.multiplyAdds;
  }
  model.dispose();
  const [cached, whole] = [median(times.cached), median(times.whole)];
  const line = (name, ms, count) =>
    `${name.padEnd(14)} ${ms.toFixed(2).padStart(7)} ms ${(count / 1e6).toFixed(2).padStart(8)} M multiply-adds`;
  console.log(
    `One token at T = ${tokens}, D 256, 8 heads, 4 layers, vocabulary 1000; ${rounds} rounds, medians`,
  );
  console.log(line('with a cache', cached, counts.done));
  console.log(line('without', whole, counts.withoutCache));
  console.log(`${(whole / cached).toFixed(1)} times as fast; the logits are equal to the last bit`);
}
