// What is known of the trained models: what `npm run train` wrote, models/cards.json, the logs, and the files themselves.

import { readFileSync } from 'node:fs';
import type { TransformerOptions } from '../../engine/types/index.js';
import type { AllFacts } from '../../learned/facts.js';
import { SHIPPED, type ShippedName } from '../../learned/names.js';
import { cardsOf, type Card, type SeedResult, type ShippedModel } from './model-cards';

export type ModelCards = Record<'en' | 'zh', Card[]>;

const read = (name: string) => readFileSync(new URL(`../../../models/${name}`, import.meta.url));

/** What a file of safetensors says of itself. */
function readHeader(name: ShippedName): { options: TransformerOptions; precision: string } {
  const file = read(`${name}.safetensors`);
  const [start, length] = [8, Number(file.readBigUInt64LE())];
  const header = JSON.parse(file.toString('utf8', start, start + length)) as Header;
  const { __metadata__, ...tensors } = header;
  const options = JSON.parse(__metadata__['attention_playground.model']) as TransformerOptions;
  const precisions = new Set(Object.values(tensors).map(({ dtype }) => dtype));
  return { options, precision: [...precisions].join(', ') };
}

type Header = { __metadata__: Record<'attention_playground.model', string> } & Record<
  string,
  { dtype: string }
>;

/** All seeds that were tried for a task. */
function readSeeds(task: string): SeedResult[] {
  const [, ...seeds] = read(`${task}.jsonl`).toString().trim().split('\n');
  return seeds.map((line) => JSON.parse(line) as SeedResult);
}

/** The cards in both languages. */
export function readModelCards(): ModelCards {
  const facts = JSON.parse(read('cards.json').toString()) as AllFacts;
  const models = SHIPPED.map((name): ShippedModel => {
    const own = facts[name];
    return { name, facts: own, ...readHeader(name), seeds: readSeeds(own.task) };
  });
  return { en: cardsOf(models, 'en'), zh: cardsOf(models, 'zh') };
}
