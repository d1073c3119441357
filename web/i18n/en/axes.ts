import type { Axis } from '../../engine/types/index.js';

/** Names as they stand in a shape: `[batch 1, head 4, query 7, key 7]`. */
export const axes: Record<Axis, string> = {
  batch: 'batch',
  head: 'head',
  token: 'token',
  memory_token: 'source token',
  query: 'query',
  key: 'key',
  vocabulary: 'vocabulary',
  d_model: 'd_model',
  d_out: 'd_out',
  heads_d_k: 'h·d_k',
  heads_d_v: 'h·d_v',
  d_k: 'd_k',
  d_v: 'd_v',
  feed_forward: 'd_ff',
  one: '1',
};
