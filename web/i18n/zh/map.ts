import type { map as english } from '../en/map.js';

/** The map of a Transformer. */
export const map: typeof english = {
  title: 'Transformer 结构图',
  here: '当前位置：{name}',
  hint: '自下而上阅读。点击步骤即可前往，点击模块可展开或收起。按键：方向键、回车、+ 和 −。',
  show: '显示结构图',
  hide: '收起结构图',
  larger: '放大',
  smaller: '缩小',
  foldAll: '全部收起',
  times: '{n} 层{stack}',
  stack: '{stack}，共 {n} 层',
  stackOne: '{stack}，共 1 层',
  shownLayer: '{stack}，共 {n} 层，显示第 {shown} 层',
  layer: '第 {n} 层',
  untrained: '未经训练：随机参数（种子 {seed}）。',
};
