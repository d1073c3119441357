// The figure of a beat without a page: a store on the engine, in the state that the beat asks for.

import { readFileSync } from 'node:fs';
import { load } from '../../../engine/index.js';
import { loadDictionary, type Language } from '../../../i18n/index.js';
import type { Stage } from './stage-type';
import { PanelStore } from '../../../panels/panel-store.js';
import { DEFAULT, panel as scaling } from '../../../panels/scaling/study.js';
import { SHIPPED } from '../../../learned/names.js';
import { readSettings } from '../../../playground/address.js';
import { PROPERTIES, settingsAsRaw } from '../../../playground/attributes.js';
import { plainVisit } from '../../../playground/first-visit.js';
import { settings as settingsTable } from '../../../playground/settings/table.js';
import { DEFAULTS } from '../../../playground/state.js';
import { PlaygroundStore } from '../../../playground/store.js';
import { repair } from '../../../playground/repair.js';
import { readHashEntries } from '../../../kit/input/hash.js';
import type { TraceStore } from '../../../trace/store.js';
import { mergedStates } from '../../../lessons/states.js';
import { attributesOf, type Beat, type FigureTag } from './parse';
import { pictureOfStore } from './picture';
import { pictureOfStudy } from './study-picture';
import { POSITION_SETTINGS, positionStage } from './position-stage';
import { TILE_SETTINGS, tileStage } from './tile-stage';
import { HEAD_SETTINGS, headStage, RUN_SETTINGS, runStage } from './training-stage';

const engine = load();

/** The stages of one lesson, each made once; the caller disposes of them. */
export class Stages {
  private readonly made = new Map<string, Promise<Stage | undefined>>();

  constructor(private readonly lang: Language) {}

  /** What a beat shows at first; undefined if only a page can tell. */
  of({ figure, state }: Beat): Promise<Stage | undefined> {
    return this.at(figure, state);
  }

  /** What it shows once its task was done; the same if it has none. */
  after({ figure, state, prompt }: Beat): Promise<Stage | undefined> {
    const shown = prompt && attributesOf(prompt).shown;
    return this.with({ figure, state }, shown ?? '');
  }

  /** What it shows with other settings over those of the beat. */
  with({ figure, state }: Pick<Beat, 'figure' | 'state'>, own: string): Promise<Stage | undefined> {
    return this.at(figure, mergedStates([state, own]));
  }

  private at(figure: FigureTag | undefined, settings: string): Promise<Stage | undefined> {
    if (!figure) return Promise.resolve(undefined);
    const key = JSON.stringify([figure, settings]);
    const known = this.made.get(key) ?? stageOf(figure, settings, this.lang);
    this.made.set(key, known);
    return known;
  }

  async dispose(): Promise<void> {
    for (const stage of await Promise.allSettled(this.made.values()))
      if (stage.status === 'fulfilled') stage.value?.dispose();
    this.made.clear();
  }
}

/** `settings` are those of the beat, over those of its figure. */
async function stageOf(
  { tag, attributes }: FigureTag,
  settings: string,
  lang: Language,
): Promise<Stage | undefined> {
  await Promise.all([loadDictionary('en'), loadDictionary('zh')]);
  if (tag === 'attention-playground') return playground(attributes, settings, lang);
  if (tag === 'scaling-study') return study(attributes, settings, lang);
  if (tag === 'positional-encoding') {
    namesAreAmong(settings, POSITION_SETTINGS);
    return positionStage(await engine, { ...attributes, ...settingsOf(settings) }, lang);
  }
  if (tag === 'tiled-attention') {
    namesAreAmong(settings, TILE_SETTINGS);
    return tileStage(await engine, { ...attributes, ...settingsOf(settings) }, lang);
  }
  if (tag === 'training-run') {
    namesAreAmong(settings, RUN_SETTINGS);
    return runStage({ ...attributes, ...settingsOf(settings) }, lang);
  }
  if (tag === 'head-update') {
    namesAreAmong(settings, HEAD_SETTINGS);
    return headStage({ ...attributes, ...settingsOf(settings) }, lang);
  }
  return undefined;
}

const models = SHIPPED.map((name) => {
  const file = new URL(`../../../../models/${name}.safetensors`, import.meta.url);
  return [name, new Uint8Array(readFileSync(file))] as const;
});

const ADDRESSES = [...settingsTable].map(([, { address }]) => address);

/** A page reads what it knows of an address and leaves the rest: a slip of the pen would change nothing, and nobody would be told. */
function namesAreAmong(settings: string, accepted: readonly string[]): void {
  const unknown = [...readHashEntries(settings).keys()].find((name) => !accepted.includes(name));
  if (unknown !== undefined) {
    throw new Error(`“${unknown}” is no setting here. Accepted: ${accepted.join(', ')}`);
  }
}

const settingsOf = (settings: string): Record<string, string> =>
  Object.fromEntries(readHashEntries(settings));

async function playground(
  attributes: Readonly<Record<string, string>>,
  settings: string,
  lang: Language,
): Promise<Stage> {
  namesAreAmong(settings, ADDRESSES);
  const store = new PlaygroundStore();
  for (const [name, file] of models) store.models.give(name, file);
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
    draw: (id) => pictureOfStore(store, id),
    dispose: () => store.dispose(),
  };
}

async function study(
  attributes: Readonly<Record<string, string>>,
  settings: string,
  lang: Language,
): Promise<Stage> {
  namesAreAmong(settings, ['only', 'd-k', 'keys', 'seed']);
  const given = { ...attributes, ...settingsOf(settings) };
  const number = (name: string, usual: number): number => Number(given[name] ?? usual);
  const options = {
    dK: number('d-k', DEFAULT.dK),
    keys: number('keys', DEFAULT.keys),
    seed: number('seed', DEFAULT.seed),
  };
  const store = new PanelStore(scaling, options, lang);
  const running = await engine;
  store.start(running);
  return {
    store: store as unknown as TraceStore,
    setting: (name) => given[name],
    result: () => undefined,
    draw: (id) => pictureOfStudy(running, store, { only: given.only ?? '', lang, id }),
    dispose: () => store.dispose(),
  };
}
