import type { figure as english } from '../en/figure.js';

/** The tools of a figure: what is taken out of the page as a picture, as a table or in words. */
export const figure: typeof english = {
  digits: '显示数字',
  fit: '适应宽度',
  edit: '编辑单元格',
  paste: '粘贴矩阵',
  table: '显示为表格',
  csv: '复制 CSV',
  apply: '应用',
  cancel: '取消',
  showMask: '单独显示 M',
  hideMask: '把 M 放回分数上',
  saveSvg: '保存为 SVG',
  savePng: '保存为 PNG',
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
  turn: '第 {first}、{second} 列组成平面上的一点，转过 {angle} 弧度：{before} → {after}',
  pasteHint:
    '从电子表格粘贴（数与数之间用制表符或逗号隔开，每行一行），或粘贴列表：[[1, 2], [3, 4]]。',
  columnsOf: '第 {from} 至 {to} 列，共 {n} 列',
};
