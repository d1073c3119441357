import type * as english from '../en/views.js';

/** The tools of a figure: what is taken out of the page as a picture, as a table or in words. */
export const figure: typeof english.figure = {
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
  seed: '参数随机生成（种子 {seed}）',
  chosen: '选中：{cell} = {value}',
  inWords: '文字描述',
  copyText: '复制为文本',
  noPicture: '浏览器未能生成图片',
  semicolon: '；',
  from: '由以下各项算出：{names}',
  maskedIn: '已屏蔽：{names}',
  sum: '和 {sum}',
  allMasked: '分数全是 −∞，权重都为 0',
  moreRows: '……还有 {n} 行',
  columnSums: '各列之和：{sums}',
  moreColumns: '……还有 {n} 列',
  editedCells: '已修改：{cells}',
  editedCell: '{cell} 现为 {value}，原为 {before}',
  turn: '第 {first}、{second} 列组成平面上的一点，转过 {angle} 弧度：{before} → {after}',
  tooMany: '共有 {count} 个数，超出这种格式的上限 {most} 个',
  oneSlice: '这里只写出 {n} 个矩阵中的一个：全部矩阵合计 {count} 个数，超过了上限 {most} 个。',
  texStep: '注意力演练场的步骤 {path}',
  texCompile: '请用 {programs} 编译。',
  texTake:
    '要把图放进别的文档，请复制 tikzpicture 环境，以及 \\documentclass 与 \\begin{document} 之间的各行。',
  texNumbers: '表格里是完整的数：能还原为同一个 32 位浮点数的最短小数。',
  pasteHint:
    '从电子表格粘贴（数与数之间用制表符或逗号隔开，每行一行），或粘贴列表：[[1, 2], [3, 4]]。',
  columnsOf: '第 {from} 至 {to} 列，共 {n} 列',
};

/** The order of numbers in memory. */
export const memory: typeof english.memory = {
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

/** The head view and the text view of weights. */
export const weights: typeof english.weights = {
  heads: '显示的头',
  headHint: '点击可隐藏或显示一个头；双击或按 S 只显示它。',
  lines: '每条线是一个权重，最深的是 {largest}。浅于它的 {percent}% 的线不画。',
  written: '每个查询：读到的词 ⇒ 解码器接着写的词。',
  chooseQuery: '选择提问的词元：',
  looksAt: '“{token}”从每个词元取多少：',
  noHeads: '所有的头都已隐藏。',
};

/** The map of a Transformer. */
export const map: typeof english.map = {
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

/** Right beside wrong. */
export const faults: typeof english.faults = {
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

/** The walk as a program: its lines around a step, and what is copied and saved. */
export const program: typeof english.program = {
  language: '程序所用的库',
  lines: '这一步前后的程序',
  note: '每一步是程序里的一行；程序自带数据，可以单独运行。这里权重的形状是 [in, out]，PyTorch 的 Linear 存的是它的转置。',
  copyStep: '复制这一步',
  copyProgram: '复制整个程序',
  saveScript: '保存为 .py',
  saveNotebook: '保存为 .ipynb',
  writing: '正在生成程序……',
  saved: '已保存',
  dataFile: '数据另存为 {file}，请与程序放在同一个文件夹里。',
  changed: '数值刚刚变了，请再试一次。',
};
