import type { Texts } from './en.js';

export const texts: Texts = {
  answer: '它对“{word}”的回答',
  next: '下一个',
  writes: '它会写',
  cut: '去掉这个头',
  uncut: '放回这个头',
  cutHint: '“{place}”的第 {head} 个头：它收集到的全变成 0',
};
