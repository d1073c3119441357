import type { Texts } from './en.js';

export const texts: Texts = {
  title: '下降',
  loss: '数值 L',
  lossText: '这些梯度都是对它求的：损失；没有损失时，是输出各单元格之和。',
  weight: '权重',
  every: '全部权重',
  rate: '学习率 η',
  rateText: '每个权重的改变量是 −η 乘以它的梯度。',
  take: '沿梯度下降一步',
  changed: '数值 L：{before} → {after}。',
  less: '它变小了。',
  more: '它变大了：对这样的坡度来说，这一步太长了。',
  same: '没有变化。',
  taken: '已走步数：{n}。',
  full: '这里最多走 {n} 步。',
  badRate: '学习率是 {least} 到 {most} 之间的数。',
};
