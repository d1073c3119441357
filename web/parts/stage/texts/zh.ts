import type { Texts } from './en.js';

export const texts: Texts = {
  title: '合用一个矩阵，还是每个头一个？',
  same: '同一层用两种方式各算一遍：{steps}的每个单元格都完全相等，一位不差。',
  close: '同一层用两种方式各算一遍：{steps}最多相差 {difference}；舍入误差最多可造成 {tolerance}。',
  apart: '用两种方式各算一遍，{steps}相差 {difference}，超过了舍入误差的 {tolerance}。',
  count:
    '各头合用时，Q、K、V 共需 {combined} 个矩阵；每个头各用一个时，共需 {separate} 个：$x[W_1, W_2] = [xW_1, xW_2]$。',
  dropout: '训练模式下，两种方式丢弃的权重不同，因此不作比较。切换到评估模式即可比较。',
  edits: '有些改动过的步骤只存在于其中一种方式里，因此不作比较。',
  and: '和',
};
