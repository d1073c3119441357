import type { Axis, Role } from '../../engine/types.js';

export const axes: Record<Axis, string> = {
  batch: '批',
  head: '头',
  token: '词元',
  memory_token: '第二句词元',
  query: '查询',
  key: '键',
  vocabulary: '词表',
  d_model: 'd_model',
  heads_d_k: 'h·d_k',
  heads_d_v: 'h·d_v',
  d_k: 'd_k',
  d_v: 'd_v',
  feed_forward: 'd_ff',
  one: '1',
};

export const roles: Record<Role, string> = {
  token: '词元',
  input: '输入',
  memory: '第二个句子',
  query: '查询',
  key: '键',
  value: '值',
  scores: '分数',
  mask: '掩码',
  weights: '权重',
  output: '输出',
  residual: '残差流',
  feed_forward: '前馈',
  logits: '未归一化分数',
};
