import type { steps as english } from './en-steps.js';

/** What dividing by √d_k is for, measured on random queries and keys. */
export const steps: typeof english = {
  study_q: {
    title: '随机查询',
    text: '按种子生成的随机数，相互独立，均值为 0，方差为 1。这正是论文脚注中的假设。',
  },
  study_k: {
    title: '随机键',
    text: '与查询同样随机，并与查询独立：均值为 0，方差为 1。',
  },
  study_scores: {
    title: '未缩放的分数',
    text: '每个分数是 d_k 个乘积之和，每个乘积的均值为 0、方差为 1。独立的数方差相加，所以分数的方差是 d_k。',
  },
  study_scaled_scores: {
    title: '缩放后的分数',
    text: '同样的分数除以 √d_k：无论 d_k 多大，方差都约为 1。',
  },
  study_weights: {
    title: '未缩放的权重',
    text: '直接对分数做 softmax。d_k 越大，分数相差越远，落在单独一个键上的权重就越多。',
  },
  study_scaled_weights: {
    title: '缩放后的权重',
    text: '对缩放后的分数做 softmax：d_k 大时与 d_k 小时分布得差不多均匀。',
  },
  study_all: {
    title: '排成一行',
    text: '把同样的数读成一行，以便对全部的数取一个均值和一个方差。内存中什么也没有移动。',
  },
  study_mean: {
    title: '分数的均值',
    text: '期望为 0，因为乘积为正与为负的机会相等。剩下的是偶然，分数越多就越小。',
  },
  study_variance: {
    title: '分数的方差',
    text: '期望为 d_k。测得的数在它附近，因种子而异。',
  },
  study_entropy: {
    title: '未缩放的熵',
    text: '一行权重分得有多均匀：n 个键平分时是 ln n，一个键独占时是 0。',
  },
  study_gradient: {
    title: '未缩放时 softmax 的梯度',
    text: '每行 softmax 雅可比矩阵的迹。接近 0 时，分数的微小变化几乎不改变任何权重，学习的信号也就几乎传不过去。',
  },
  study_scaled_mean: {
    title: '缩放后分数的均值',
    text: '分数的均值除以 √d_k，期望同样为 0。',
  },
  study_scaled_variance: {
    title: '缩放后分数的方差',
    text: '无论 d_k 多大，期望都是 1。',
  },
  study_scaled_entropy: {
    title: '缩放后的熵',
    text: '缩放后一行权重分得有多均匀，单位是奈特，最大为 ln n。',
  },
  study_scaled_gradient: {
    title: '缩放后 softmax 的梯度',
    text: '缩放后的同一个迹：分数变化时，权重仍会随之变化。',
  },
  study_mean_entropy: {
    title: '未缩放的平均熵',
    text: '熵对所有查询求平均：这个 d_k 对应的一个数。',
  },
  study_mean_gradient: {
    title: '未缩放的平均梯度',
    text: '雅可比矩阵的迹对所有查询求平均：这个 d_k 对应的一个数。',
  },
  study_scaled_mean_entropy: {
    title: '缩放后的平均熵',
    text: '缩放后的熵对所有查询求平均。',
  },
  study_scaled_mean_gradient: {
    title: '缩放后的平均梯度',
    text: '缩放后雅可比矩阵的迹对所有查询求平均。',
  },
};
