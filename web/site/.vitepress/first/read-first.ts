// What the first screen shows before any script runs: the same numbers as later, from the same engine and the same model.

import { readFileSync } from 'node:fs';
import { load } from '../../../engine/index.js';
import { en } from '../../../i18n/en/index.js';
import { fill } from '../../../i18n/fill.js';
import type { Dictionary, Language } from '../../../i18n/index.js';
import { zh } from '../../../i18n/zh/index.js';
import { filled } from '../../../learned/claim.js';
import type { AllFacts } from '../../../learned/facts.js';
import { KnownWords } from '../../../learned/known-words.js';
import { texts as modelsEn } from '../../../learned/texts/en.js';
import { texts as modelsZh } from '../../../learned/texts/zh.js';
import { MODEL, STEP, TWINS } from '../../../learned/twins.js';
import { FAINTEST } from '../../../figures/lines.js';
import type { FirstScreen } from './first';

const file = (path: string): URL => new URL(`../../../../${path}`, import.meta.url);

const texts = { en: [en, modelsEn], zh: [zh, modelsZh] } as const;

export async function readFirstScreen(lang: Language): Promise<FirstScreen> {
  const engine = await load();
  const facts = JSON.parse(readFileSync(file('models/cards.json'), 'utf8')) as AllFacts;
  const [t, models] = texts[lang] as readonly [Dictionary, typeof modelsEn];
  const claim = filled(models[MODEL].claim, facts[MODEL], lang);
  const twins = TWINS[lang];
  const bytes = new Uint8Array(readFileSync(file(`models/${MODEL}.safetensors`)));
  const model = engine.readModel(bytes);
  const known = new KnownWords(model.vocabulary ?? []);
  const changed = twins.sentence.replace(twins.word, twins.other);
  const words = known.tokens(twins.sentence);
  const place = words.indexOf(twins.asked);
  const trace = engine.traceTransformer({ ...model, source: [words] });
  const { data, shape } = trace.tensor(STEP);
  const count = shape.at(-1)!;
  const weights = [...data.subarray(place * count, (place + 1) * count)];
  const answer = model.vocabulary?.[trace.tensor('prediction').data[place]!] ?? '';
  trace.dispose();
  const largest = Math.max(...weights);
  return {
    twins,
    changed,
    words,
    changedWords: known.tokens(changed),
    place,
    weights,
    answer,
    labels: {
      title: t.story.chapters.weights.title,
      views: [t.proof.views.matrix, t.proof.views.heads, t.proof.views.text],
      query: t.axes.query,
      key: t.axes.key,
      lines: fill(t.weights.lines, { largest: largest.toFixed(2), percent: FAINTEST * 100 }),
      claim,
      edit: t.ui.editText,
      guided: t.story.toGuided,
      asked: fill(t.models.answer, { word: twins.asked }) + t.proof.colon,
      askedBriefly: `“${twins.asked}”${t.proof.colon}`,
      cut: t.models.cut,
    },
  };
}
