// The panel of generation, and the same model in Node.

import { eventually } from '../../support/hands.mjs';
import { openPanel } from './every-panel.mjs';

export const panel = await openPanel('token-generation', 'generate', {
  given: '#parameters=random',
});
const { ap, inside } = panel;

export const prompt = ['The', 'cat', 'sat', 'on', 'the'];

export const chips = (page) =>
  inside(page, '.chip').evaluateAll((all) => all.map((chip) => chip.textContent.trim()));

export async function next(page, times = 1) {
  for (let i = 0; i < times; i++) {
    const count = (await chips(page)).length;
    await inside(page, '.next').click();
    await eventually(async () => (await chips(page)).length, count + 1);
  }
}

/** The numbers of a column by token id. */
export const column = (page, name) =>
  inside(page, 'ap-candidates tbody tr').evaluateAll(
    (rows, name) =>
      rows
        .map((row) => [Number(row.dataset.token), row.querySelector(`td.${name}`)?.dataset.value])
        .sort(([a], [b]) => a - b)
        .map(([, value]) => Number(value)),
    name,
  );

/** The same model in Node. */
export const twin = (vocabulary, options = {}) =>
  ap.transformer({
    architecture: 'decoder-only',
    vocabulary,
    dModel: 16,
    nhead: 2,
    numEncoderLayers: 2,
    numDecoderLayers: 2,
    seed: 1,
    ...options,
  });

export const vocabularyOf = (page) =>
  inside(page, 'ap-candidates').evaluate((element) => [...element.store.options.vocabulary]);

/** What Node generates: numbers and token, one after the other. */
export async function generated(model, options) {
  const all = [];
  for await (const token of model.generate({ seed: 7, doSample: true, ...options })) {
    const { sums, draw, position } = token.trace.explain('next.token', [0]);
    all.push({
      token: token.token,
      logit: [...token.logits],
      probability: [...token.probabilities],
      sum: sums,
      draw,
      position,
      cache: token.cache,
      multiplyAdds: token.multiplyAdds,
    });
  }
  return all;
}
