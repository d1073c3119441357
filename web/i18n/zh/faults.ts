import type { faults as english } from '../en/faults.js';

/** Right beside wrong. */
export const faults: typeof english = {
  fault: '错误',
  first: '第一个出现差异的步骤',
  none: '这里没有任何步骤出现差异。',
  here: '选中的单元格：正确 {right}，错误 {wrong}。',
  same: '选中的单元格：{right}，两者相同。',
  only: '只有错误的过程才有这一步。',
  onlyRight: '只有正确的过程才有这一步。',
  edits: '有一处编辑只适用于其中一个过程，因此两者的差异不只来自这个错误。',
  right: '没有错误时：',
  showRight: '显示正确的值',
  showWrong: '显示错误的值',
  rightIsShown: '现在显示的是正确的值。',
};
