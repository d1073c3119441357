import type { Texts } from './en.js';

export const texts: Texts = {
  panel: '把注意力头分到多台设备',

  sentence: '句子',
  heads: '头数',
  workers: '设备数',
  examples: '设备数',
  seed: '随机种子',
  untrained: '未经训练：随机参数（种子 {seed}）。',
  blank: '至少要有一个词。仍保留上一个句子。',
  tooLong: '超过了 {most} 个词，这么多数已无法并排显示。仍保留上一个句子。',
  wrongCount: '{name}不能是“{actual}”，请输入 {least} 到 {most} 之间的整数。原来的设置不变。',
  notDivisible:
    '{heads} 个头无法平分到 {workers} 台设备，因为一个头不能再拆开。这里可用：{divisors}。原来的设置不变。',
  failed: '内核没有接受：{actual}。原来的设置不变。',

  holdTitle: '谁持有什么',
  holdText:
    '$W_Q$、$W_K$、$W_V$ 按列切分，因为每个头在其中有自己的列；$W_O$ 按行切分，因为每个头在其中与自己的行相乘。没有任何一个参数存两份；输入的词则每台设备都一样。',
  holdOne: '一台设备持有全部四个矩阵。选择两台或四台，就能看到它们如何分开。',
  byColumns: '按列切',
  byRows: '按行切',
  wQ: '查询矩阵',
  wK: '键矩阵',
  wV: '值矩阵',
  wO: '输出矩阵',
  worker: '设备 {n}',
  holding:
    '{name}：头 {heads}；$W_Q$、$W_K$、$W_V$ 的第 {columns} 列；$W_O$ 的第 {rows} 行。共 {all} 个数，持有 {n} 个。',
  holdBias: '偏置随它所属的列一起切分；$b_O$ 只存一份，求和时加一次。',
  fromTo: '{from} 至 {to}',

  computeText:
    '每台设备只为自己的头计算查询、键、值、分数、权重和上下文，最后乘以 $W_O$ 中自己的那些行。到此为止，谁也不需要别人的数。',
  show: '每个头显示',
  scores: '分数',
  weights: '权重',
  headWeights: '头 {n} 的权重',
  headScores: '头 {n} 的分数',
  wholeOutput: '它的乘积：已经是完整的输出',
  partial: '部分积：每个和的一部分',

  sumTitle: '相加',
  sumText: '指向和中的任意一格，上方每台设备里相加的那一格就会框出来。',
  sum: '各部分积之和',
  alone: '只用一台设备',
  compare:
    '同一层、同样的参数，只用一台设备再算一遍：输出最多相差 {difference}。点积是分段相加的，舍入最多可造成 {tolerance} 的差别。',
  equal: '同一层、同样的参数，只用一台设备再算一遍：输出完全相等，一位不差。',
  apart: '输出相差 {difference}，超过了舍入所能解释的 {tolerance}：程序有错。',

  sendTitle: '需要传送什么',
  sendText:
    '一次全归约（all-reduce）：每台设备交出自己的部分积 {shape}，共 {count} 个数，然后各自得到总和。分数、权重和任何矩阵都不用传送；训练时，反向传播还需要一次全归约。',
  sendOne: '只有一台设备时，什么都不用传送。',

  whoseWorker: '设备 {n}',
  whoseAll: '全部设备',
  whoseAlone: '只用一台设备',
};
