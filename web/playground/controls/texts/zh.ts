import type { Texts } from './en.js';

export const texts: Texts = {
  kindGroups: { attention: '注意力', transformer: 'Transformer 模型' },
  rare: '不常用的',
  own: '其中 {n} 个矩阵是手工给定的',
  dropOwn: '恢复原来的数',
  newSeed: '下一个种子',
  undo: '撤销',
  redo: '重做',
  startOver: '重新开始',
  copyLink: '复制链接',
  copyEmbed: '复制嵌入代码',
  maskHint: '布尔掩码中，True 表示可以关注。相加的掩码中，0 表示可以关注，−∞ 表示屏蔽。',
  offsetHint: '使用因果掩码时，查询 t 能看到第 t + 偏移 个键为止。',
  trainedModel: '大小和种类由训练好的模型决定；改用随机参数，就可以自己选。',
  untrainedModel: '未经训练，参数随机：它的预测还没有任何意义。',
  layerLimits: '最多 {layers} 层。',
  lossInTraining: '在训练模式下，解码器还会计算损失。',
  noHeads: '不投影时，没有多个头，也没有矩阵和偏置。',
  limits: '这里的上限：{tokens} 个词元，{sentences} 个句子，宽度 D 为 {dModel}，{heads} 个头。',
};
