import type { Axis } from '../../engine/types/index.js';

export const axes: Record<Axis, string> = {
  batch: '批',
  head: '头',
  token: '词元',
  memory_token: '源句词元',
  query: '查询',
  key: '键',
  vocabulary: '词表',
  d_model: 'd_model',
  d_out: 'd_out',
  heads_d_k: 'h·d_k',
  heads_d_v: 'h·d_v',
  d_k: 'd_k',
  d_v: 'd_v',
  feed_forward: 'd_ff',
  one: '1',
};
