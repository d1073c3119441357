// The figure of a beat without a page: a store on the engine, in the state that the beat asks for.

import { readFileSync } from 'node:fs';
import { load } from '../../../engine/index.js';
import { loadDictionary, type Language } from '../../../i18n/index.js';
import type { Subject } from '../../../lessons/marking/conditions.js';
import { PanelStore } from '../../../panels/panel-store.js';
import { DEFAULT, panel as scaling } from '../../../panels/scaling/study.js';
import { SHIPPED } from '../../../learned/names.js';
import { readSettings } from '../../../playground/address.js';
import { PROPERTIES, settingsAsRaw } from '../../../playground/attributes.js';
import { plainVisit } from '../../../playground/first-visit.js';
import { DEFAULTS } from '../../../playground/state.js';
import { PlaygroundStore } from '../../../playground/store.js';
import { repair } from '../../../playground/repair.js';
import { readHashEntries } from '../../../kit/input/hash.js';
import type { TraceStore } from '../../../trace/store.js';
import type { FigureTag } from './parse';

const engine = load();

export interface Stage extends Subject {
  dispose(): void;
}

/** What a beat shows. `settings` are those of the beat, over those of its figure. */
export async function stageOf(
  { tag, attributes }: FigureTag,
  settings: string,
  lang: Language,
): Promise<Stage | undefined> {
  await Promise.all([loadDictionary('en'), loadDictionary('zh')]);
  if (tag === 'attention-playground') return playground(attributes, settings, lang);
  if (tag === 'scaling-study') return study(attributes, settings);
  return undefined;
}

const file = (name: string): URL =>
  new URL(`../../../../models/${name}.safetensors`, import.meta.url);

async function playground(
  attributes: Readonly<Record<string, string>>,
  settings: string,
  lang: Language,
): Promise<Stage> {
  const store = new PlaygroundStore();
  for (const name of SHIPPED) store.models.give(name, new Uint8Array(readFileSync(file(name))));
  store.start(await engine);
  const given = Object.fromEntries(
    PROPERTIES.filter(({ attribute }) => attributes[attribute] !== undefined).map(
      ({ property, attribute }) => [property, attributes[attribute]],
    ),
  );
  const raw = { ...settingsAsRaw(given, lang), step: attributes.step, lang };
  const wanted = { ...raw, ...readSettings(settings) };
  const { changed } = repair(wanted, { ...DEFAULTS, ...plainVisit(lang) });
  store.adopt(wanted, plainVisit(lang));
  await store.coming;
  const { problem } = store;
  if (problem) throw new Error(`${settings}: ${JSON.stringify(problem)}`);
  if (changed.length > 0)
    throw new Error(`${settings}: cannot be used as it is: ${changed.join()}`);
  return {
    store,
    setting: (name) => {
      const found = PROPERTIES.find(({ attribute }) => attribute === name);
      if (!found) return undefined;
      const value: unknown = store.state[found.setting];
      return value === null ? 'auto' : String(value as string);
    },
    result: () => undefined,
    dispose: () => store.dispose(),
  };
}

async function study(
  attributes: Readonly<Record<string, string>>,
  settings: string,
): Promise<Stage> {
  const given = { ...attributes, ...Object.fromEntries(readHashEntries(settings)) };
  const number = (name: string, usual: number): number => Number(given[name] ?? usual);
  const options = {
    dK: number('d-k', DEFAULT.dK),
    keys: number('keys', DEFAULT.keys),
    seed: number('seed', DEFAULT.seed),
  };
  const store = new PanelStore(scaling, options);
  store.start(await engine);
  return {
    store: store as unknown as TraceStore,
    setting: (name) => given[name],
    result: () => undefined,
    dispose: () => store.dispose(),
  };
}
