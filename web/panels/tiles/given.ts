import { readVectors } from '../vectors.js';
import { tileWithin, type TileOptions } from './tile-store.js';

/** What attributes say of the tiles, besides the layer. */
interface Given {
  x: string;
  tileQueries: number | null;
  tileKeys: number | null;
  fault: string;
}

type Asked = Pick<TileOptions, 'tile' | 'x' | 'fault'>;

const FAULT = 'tile_without_rescale';
export const GIVEN = ['x', 'fault', 'tileQueries', 'tileKeys'] as const satisfies (keyof Given)[];

/** What attributes ask for, where the rest is as in these options. */
export function givenTo(
  { x: text, tileQueries, tileKeys, fault }: Readonly<Given>,
  { tokens, tile: [queries, keys] }: Pick<TileOptions, 'tokens' | 'tile'>,
): Asked {
  const x = readVectors(text, tokens.length);
  return {
    tile: tileWithin([tileQueries || queries, tileKeys || keys], tokens),
    ...(x && { x }),
    ...(fault === FAULT && { fault }),
  };
}

/** Whether two ask for the same. */
export const isSame = (a: Asked, b: Asked): boolean =>
  JSON.stringify([a.tile, a.x, a.fault]) === JSON.stringify([b.tile, b.x, b.fault]);
