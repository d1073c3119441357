import type { StepText } from '../../../i18n/step-text.js';

/** Attention in tiles of one matrix, one after the other. */
export const steps = {
  tile_q: {
    title: 'Tile of queries',
    text: 'A few rows of the queries, a window on their memory. All tiles of keys and values pass by them, one after the other.',
  },
  tile_k: {
    title: 'Tile of keys',
    text: 'A few rows of the keys, a window on their memory: as many as are looked at together.',
  },
  tile_v: {
    title: 'Tile of values',
    text: 'The rows of the values that belong to this tile’s keys, a window on their memory.',
  },
  tile_mask: {
    title: 'Tile of the mask',
    text: 'The part of the mask for these queries and these keys.',
  },
  tile_scores: {
    title: 'Scores of a tile',
    text: 'Every query of the tile is multiplied by every key of the tile. It is all that exists of the score matrix at this moment: the whole of it is never stored, which is the point of FlashAttention (Dao et al. 2022).',
  },
  tile_scaled_scores: {
    title: 'Scaled scores of a tile',
    text: 'The tile’s scores divided by √d_k, as in attention without tiles.',
  },
  tile_tempered_scores: {
    title: 'Scores of a tile by temperature',
    text: 'The tile’s scores divided by the temperature, as in attention without tiles.',
  },
  tile_capped_scores: {
    title: 'Capped scores of a tile',
    text: 'No score of the tile goes beyond the cap, as in attention without tiles.',
  },
  tile_masked_scores: {
    title: 'Masked scores of a tile',
    text: 'The mask’s tile is added: −∞ hides a key from a query.',
  },
  tile_maximum: {
    title: 'Running maximum',
    text: 'The largest score of each query so far, from this tile and those before. Softmax needs the maximum of the whole row, which nobody knows yet, so it starts with what there is.',
  },
  tile_exponentials: {
    title: 'Exponentials of a tile',
    text: 'Exponentials relative to the running maximum: weights that still lack their divisor.',
  },
  tile_sum: {
    title: 'Sum of a tile',
    text: 'The exponentials of this tile, added up for each query.',
  },
  tile_correction: {
    title: 'Correction',
    text: 'The factor that makes what was added up so far relative to the new maximum. It is 1 where the maximum has not changed, and 0 at a query’s first tile.',
  },
  tile_corrected_sum: {
    title: 'Corrected sum',
    text: 'The sum so far times the correction: as if the new maximum had always been known.',
  },
  running_sum: {
    title: 'Running sum',
    text: 'The corrected sum so far and this tile’s sum. After the last tile it is softmax’s divisor.',
  },
  tile_context: {
    title: 'Part of the output',
    text: 'The tile’s exponentials times its values: what these keys add, not divided yet.',
  },
  tile_corrected_output: {
    title: 'Corrected output',
    text: 'The output so far times the correction, row by row.',
  },
  running_output: {
    title: 'Running output',
    text: 'The corrected output so far and what this tile adds. It takes the place of the old one, so that memory does not grow with the number of keys.',
  },
  tile_output: {
    title: 'Output of a tile of queries',
    text: 'Divided once, at the end, by the sum of all exponentials. This is the same weighted mean of values as in attention without tiles, up to rounding.',
  },
  tiles_joined: {
    title: 'Tiles joined',
    text: 'The rows of all tiles of queries, one below the other. This is the context of attention without tiles.',
  },
} satisfies Record<string, StepText>;
