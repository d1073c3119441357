import type { memory as english } from '../en/memory.js';

/** The order of numbers in memory. */
export const memory: typeof english = {
  title: '内存中的顺序',
  shared: '什么都没有移动：“{step}”与“{source}”读的是同一块存储，只有形状和步长不同。',
  window: '什么都没有移动：“{step}”是“{source}”那块存储上的一个窗口。',
  copied: '“{step}”是一份复制：“{source}”的每个数都放到新内存中自己的位置。',
  detached: '由于有单元格被编辑，“{step}”现在有了自己的内存；“{source}”的数保持不变。',
  copyAgain: '重放复制过程',
  inMemory: '内存中的样子：存储 #{storage}，{n} 个数，按地址排列',
  newMemory: '复制之后：存储 #{storage}，{n} 个数（旧地址 ↓ 新地址）',
  readingOrder: '按“{step}”的阅读顺序：{n} 个数，各附地址',
  shape: '形状',
  strides: '步长',
  offset: '偏移',
  storage: '存储',
  address: '地址',
};
