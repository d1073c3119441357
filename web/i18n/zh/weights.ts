import type { weights as english } from '../en/weights.js';

/** The head view and the text view of weights. */
export const weights: typeof english = {
  heads: '显示的头',
  headHint: '点击可隐藏或显示一个头；双击或按 S 只显示它。',
  lines: '每条线是一个权重，最深的是 {largest}。浅于它的 {percent}% 的线不画。',
  chooseQuery: '选择提问的词元：',
  looksAt: '“{token}”从每个词元取多少：',
  noHeads: '所有的头都已隐藏。',
};
