import type { Texts } from './en.js';

export const texts: Texts = {
  panel: '正弦位置编码',

  length: '位置数',
  dModel: '宽度 D',
  examples: '常用大小',
  wrong: '{name}不能是“{actual}”，请输入 {least} 到 {most} 之间的整数。{kept}',
  tableStays: '表格仍为 {length} × {dModel}。',
  choiceStays: '原来的选择不变。',

  order: '列的顺序',
  orderText: '许多实现把所有正弦放在前面、所有余弦放在后面：数还是同样的数，只是顺序不同。',
  interleaved: 'sin、cos 交错',
  halves: '先 sin，后 cos',
  sineHalf: '正弦',
  cosineHalf: '余弦',

  formulas:
    '$\\text{PE}_{\\text{pos},\\,2i} = \\sin(\\text{pos} / 10000^{2i/D})$ $\\text{PE}_{\\text{pos},\\,2i+1} = \\cos(\\text{pos} / 10000^{2i/D})$',
  map: '位置编码：位置 ↓，列 →',
  position: '位置',
  column: '列',

  chosen: '选中的单元格',
  factColumn: '列',
  even: '{column} = 2 · {pair}：第 i = {pair} 对的正弦',
  odd: '{column} = 2 · {pair} + 1：第 i = {pair} 对的余弦',
  inHalves: '；分成两半时为第 {place} 列',
  factFrequency: '频率',
  frequency: '每个位置 {value} 弧度',
  factWavelength: '波长',
  wavelength: '每 {value} 个位置转一整圈',
  factAngle: '角度',

  waveTitle: '一列就是一条沿位置展开的波',
  waveText: '靠前的列变化快，靠后的列在整张表里几乎不动。固定几列，便可对照。',
  wave: '第 {column} 列在所有位置上的值，范围 {low} 到 {high}',
  atPosition: '位置 {at}：{value}',
  pinned: '已固定的列',
  pin: '固定第 {column} 列',
  unpin: '取消固定第 {column} 列',
  pinsFull: '已固定 {n} 列，请先取消一列。',
  columnN: '第 {column} 列',

  rowTitle: '一行就是一个位置加到词向量上的数',
  rowText: '偶数列是正弦，奇数列是同一角度的余弦：两条曲线，相差四分之一圈。',
  rowHalves: '正弦一半、余弦一半：数不变，各占一行的一半。',
  atColumn: '第 {at} 列：{value}',
  row: '位置 {position} 的一行；第 {column} 列为 {value}',
  sine: '正弦（偶数列）',
  cosine: '余弦（奇数列）',

  dotTitle: '两个位置有多相似？',
  dotEven:
    '点积只取决于距离 b − a，与 a 本身无关：每一对列贡献 $\\cos(\\omega(b - a))$。移动 a，曲线随之平移，形状不变。',
  dotOdd:
    '宽度为偶数时，点积只取决于距离 b − a，因为每一对列贡献 $\\cos(\\omega(b - a))$。这里的宽度是奇数：最后一列正弦没有与之配对的余弦，所以移动 a 时曲线会略有变化。',
  a: '位置 a',
  b: '位置 b',
  curve: '位置 {a} 与每个位置的点积',
  atB: '位置 {at}：{value}',
  axisB: '位置 b',
  axisA: '位置 a',
  products: '点积：位置 a ↓，位置 b →',
  productsText: '所有位置两两相乘：只取决于距离的数，沿对角线保持不变。单击一格即可选定 a 和 b。',
  computing: '正在相乘……',

  exampleTitle: '手算：三个位置，D = 4',
  exampleText:
    '三个词，每个词四个数。位置编码逐格加到词向量上，注意力层看到的是它们的和：同一个词换了位置，就成了另一个向量。',
  exampleX: '词向量',
  exampleP: '位置编码 P',
  exampleSum: '和',
  showExample: '在上方的图中显示这个 P（3 × 4）',
};
