import type { Texts } from './en.js';

export const texts: Texts = {
  learned: '训练好的模型',
  random: '随机参数',
  own: '自己的模型',
  answer: '它对“{word}”的回答',
  next: '下一个',
  writes: '它会写',
  cut: '去掉这个头',
  uncut: '放回这个头',
  cutHint: '“{place}”的第 {head} 个头：它收集到的全变成 0',
  translate: '让它来写',
  unknown: '这个模型不认识“{word}”。',
  instead: '可以换成：',
  allWords: '全部 {n} 个词',
  randomInstead: '改用随机参数，什么词都可以',
};
