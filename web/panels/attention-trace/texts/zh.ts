import type { Texts } from './en.js';

/** 由所在页面给出数值的面板。 */
export const texts: Texts = {
  panel: '逐步看注意力',
  nothing: '还没有数值：此面板显示所在页面通过属性“source”给出的数值。',
};
