import type { models as english } from '../en/models.js';

/** Trained models: their choice, what they answer, and what they do not know. */
export const models: typeof english = {
  parameters: '参数',
  learned: '训练好的模型',
  random: '随机参数',
  own: '自己的模型',
  layer: '层',
  encoder: '编码器',
  decoder: '解码器',
  shows: '这里显示它的{stack}第 {layer} 层的自注意力，输入就是模型中进入这一层的数。',
  unknown: '这个模型不认识“{word}”。',
  instead: '可以换成：',
  readsRest: '其余的词它照常读入。',
  readsNone: '句子里至少要有一个它认识的词；现在仍显示上一句。',
  knows: '这个模型认识 {n} 个词',
  showKnown: '模型不认识“{word}”：查看它认识的词',
  allWords: '全部 {n} 个词',
  randomInstead: '改用随机参数，什么词都可以',

  answer: '它对“{word}”的回答',
  next: '下一个',
  writes: '它会写',
  cut: '去掉这个头',
  uncut: '放回这个头',
  cutHint: '“{place}”的第 {head} 个头：它收集到的全变成 0',
};
