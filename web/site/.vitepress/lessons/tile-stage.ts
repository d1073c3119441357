// The panel of attention in tiles without a page: both ways to compute it, and what a moment of the pass has.

import type { AttentionPlayground } from '../../../engine/types/index.js';
import type { Language } from '../../../i18n/index.js';
import { framesOf, frameOf, gridOf, outputPath, tileSteps } from '../../../panels/tiles/frames.js';
import {
  plainStore,
  tiledStore,
  tileFor,
  tileWithin,
  type TileOptions,
} from '../../../panels/tiles/tile-store.js';
import { texts as en } from '../../../panels/tiles/texts/en.js';
import { texts as zh } from '../../../panels/tiles/texts/zh.js';
import type { PanelStore } from '../../../panels/panel-store.js';
import { readSentence } from '../../../panels/sentence.js';
import { readVectors } from '../../../panels/vectors.js';
import { LearnedModels } from '../../../parts/learned/models.js';
import { escaped } from '../../../figures/render/svg/element.js';
import { pictureOfStep } from './picture';
import type { Stage } from './stage-type';

export const TILE_SETTINGS = ['only', 'x', 'tile-queries', 'tile-keys', 'fault', 'step'];
const TEXTS = { en, zh };

type Given = Readonly<Record<string, string>>;

export function tileStage(engine: AttentionPlayground, given: Given, lang: Language): Stage {
  const options = optionsOf(given);
  const models = new LearnedModels();
  const store = tiledStore(options, lang, models);
  const plain = plainStore(options, lang, models);
  for (const one of [store, plain]) {
    one.start(engine);
    if (one.problem) throw new Error(JSON.stringify(one.problem));
  }
  const { step } = given;
  if (step && frameOf(framesOf(gridOf(store)), store.step(step)) === undefined)
    throw new Error(`step=${step}: no moment of the pass`);
  if (step) store.goTo(step);
  return {
    store,
    setting: (name) =>
      ({ 'tile-queries': options.tile[0], 'tile-keys': options.tile[1] })[name]?.toString() ??
      given[name],
    result: () => undefined,
    draw: (id) => pictureOfTiles(store, plain, { only: given.only ?? '', lang, id }),
    dispose: () => [store, plain].forEach((one) => one.dispose()),
  };
}

/** As the panel reads its attributes; of random parameters alone, as lessons have them. */
function optionsOf({ sentence = '', ...given }: Given): TileOptions {
  const tokens = readSentence(sentence);
  if (typeof tokens === 'string') throw new Error(`sentence=${sentence}: ${tokens}`);
  const [queries, keys] = tileFor(undefined);
  const size = (name: string, usual: number): number => Number(given[name]) || usual;
  const x = readVectors(given.x ?? '', tokens.length);
  return {
    sentence,
    tokens,
    parameters: 'random',
    layer: 0,
    seed: 1,
    isCausal: false,
    tile: tileWithin([size('tile-queries', queries), size('tile-keys', keys)], tokens),
    ...(x && { x }),
    ...(given.fault && { fault: 'tile_without_rescale' }),
  };
}

/** What the panel shows of a moment, one below the other: what is kept of each query, or both results. */
function pictureOfTiles(
  store: PanelStore<TileOptions>,
  plain: PanelStore<TileOptions>,
  { only, lang, id }: { only: string; lang: Language; id: string },
): string {
  const t = TEXTS[lang];
  const draw = (of: PanelStore<TileOptions>, path: string | undefined, name: string): string => {
    const step = path === undefined ? undefined : of.step(path);
    return step ? pictureOfStep(of, step, `${id}-${name}`) : '';
  };
  const words = only.split(/\s+/);
  const [row, column] = store.current?.scope.tile ?? [0, 0];
  const pictures: string[] = [];
  if (words.includes('pass') && column !== undefined) {
    const now = tileSteps(store, row!, column);
    const paths = [now.scores, now.maximum, now.correction, now.sum, now.output];
    pictures.push(...paths.map((path, i) => draw(store, path, `pass-${i}`)));
  } else if (words.includes('pass')) {
    pictures.push(draw(store, outputPath(row!), 'pass'));
  }
  if (words.includes('comparison')) {
    pictures.push(`<p>${escaped(t.inTiles)}</p>`, draw(store, 'context', 'tiles'));
    pictures.push(`<p>${escaped(t.plain)}</p>`, draw(plain, 'context', 'plain'));
  }
  return pictures.join('');
}
