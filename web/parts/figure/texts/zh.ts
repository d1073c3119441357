import type { Texts } from './en.js';

export const texts: Texts = {
  seed: '参数随机生成（种子 {seed}）',
  chosen: '选中：{cell} = {value}',
  inWords: '文字描述',
  copyText: '复制为文本',
  noPicture: '浏览器未能生成图片',
  semicolon: '；',
  from: '由以下各项算出：{names}',
  maskedIn: '已屏蔽：{names}',
  sum: '和 {sum}',
  moreRows: '……还有 {n} 行',
  moreColumns: '……还有 {n} 列',
  editedCells: '已修改：{cells}',
  editedCell: '{cell} 现为 {value}，原为 {before}',
};
