import type { Texts } from './en.js';

export const texts: Texts = {
  panel: '三种注意力',

  attention: '$\\mathrm{softmax}(Q K^\\top / \\sqrt{d_k} + M)\\, V$',
  presets: '示例',
  'source-0': '源句（编码器）',
  'target-0': '已有的目标句（解码器）',
  'source-1': '第二个源句',
  'target-1': '第二个目标句',
  padding: '再加一对句子（演示填充）',
  pair: '句对',
  head: '头',
  seed: '随机种子',
  wrong: {
    empty: '{name}里没有词。{stays}',
    long: '{name}有 {length} 个词元，最多只能有 {most} 个。{stays}',
    seed: '{name}不能是“{actual}”，请输入 {least} 到 {most} 之间的整数。{stays}',
  },
  stays: '仍显示上一次有效的句子。',
  untrained:
    '未经训练：随机参数（种子 {seed}）。这里的权重只说明谁可以看谁，并不说明训练好的模型会看什么。',
  shows: '下面是第 {layer} 层（共 {count} 层）。',

  kinds: {
    encoder: {
      title: '编码器自注意力',
      text: '源句的每个词都看源句的所有词，不论前后。',
    },
    decoder: {
      title: '解码器掩码自注意力',
      text: '目标句的每个词只看自己和前面的词。因果掩码屏蔽后面的词，因为生成时它们还不存在。',
    },
    cross: {
      title: '解码器交叉注意力',
      text: '目标句的每个词都看源句的所有词：目标句每个词一行，源句每个词一列。',
    },
  },
  origin: 'Q、K、V 从哪里来',
  origins: {
    source: '源句的向量',
    encoding: '编码器的状态',
    encoder: '编码器的输出',
    target: '已有目标句的向量',
    decoder: '解码器的状态',
  },
  asks: '查询方',
  asked: '被查询方',
  sides: { source: '源句', target: '目标句' },
  light: '标出各处的“{word}”',
  noMask: '没有掩码：每个查询都可以看每个键。',
  scores: 'softmax 之前的分数',
  weights: '权重',
  formula: '公式',
  output: '输出',
  toProof: '查看算式',
  chosenHint: '单击这里或上方的单元格，算式随之改变。',

  exampleTitle: '手算：−∞ 经过 softmax 变成什么',
  exampleText:
    '三个查询，三个键。加上因果掩码后，对角线及其左下方的分数不变，右上方成为 −∞。exp(−∞) 等于 0，所以每行的权重只在可见的键之间分配。',
  exampleSteps: {
    scores: '分数',
    causal_mask: '因果掩码',
    masked_scores: '掩码后的分数',
    weights: '逐行 softmax',
  },
  row: '行',
};
