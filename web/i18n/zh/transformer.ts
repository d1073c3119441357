import type { transformerSteps as steps } from '../en/transformer.js';

/** Steps of encoder and decoder around attention, up to the loss. */
export const transformerSteps: typeof steps = {
  scaled_embedding: {
    title: '放大后的词嵌入',
    text: '词嵌入的每个数都乘以 √d_model。《Attention Is All You Need》第 3.4 节没有说明理由；效果是，与接下来相加的位置编码相比，词嵌入的分量是原来的 √d_model 倍。',
  },
  position_rows: {
    title: '这些词元的位置',
    text: '从位置表中取出这里所算词元的行：第 0 行给第一个词元。',
  },
  dropout_round: {
    title: '这是第几遍',
    text: '训练时，每一遍失活的数都不同。哪些数失活由种子和这个编号决定，所以任何一遍都能重现。',
  },
  dropped_x: {
    title: '随机失活（dropout）后的词向量',
    text: '训练时，每个数以概率 p 置零，其余的除以 1 − p。期望不变。评估时什么都不变。',
  },
  raw_v: {
    title: '值',
    text: '源句的词嵌入（而不是编码器的输出）乘以值矩阵。教科书的做法与键相同，用编码器的输出。这里，解码器只有注意到某个词，才能知道它是哪个词，所以权重显示了它在读什么。',
  },
  norm: {
    title: '层归一化',
    text: '每个词元的向量各自处理，使均值为 0、方差为 1。然后乘以 γ、加上 β。其他词元和其他句子都不参与。',
  },
  tokens_swapped: {
    title: '词元轴与特征轴交换',
    text: '这是一个错误：词元轴与特征轴交换，归一化后再换回来。',
  },
  tokens_normed: {
    title: '沿词元归一化',
    text: '每个特征在一句的所有词元上均值为 0、方差为 1：每个词元都依赖其他词元。',
  },
  tokens_scaled: {
    title: '沿词元归一化：γ 与 β',
    text: '然后乘以 γ、加上 β。',
  },
  norm_weight: {
    title: '层归一化的 γ',
    text: '每列一个数，归一化后的数乘以它。等于 1 时不起作用；它和其他参数一样由训练得到。',
  },
  norm_bias: {
    title: '层归一化的 β',
    text: '每列一个数，加到归一化并乘过 γ 的数上。等于 0 时不起作用。',
  },
  sublayer_dropout: {
    title: '残差随机失活（dropout）',
    text: '训练时，每个数以概率 p 置零，其余的除以 1 − p。这是对子层的输出做的，然后才相加。评估时什么都不变。',
  },
  residual: {
    title: '残差连接',
    text: '子层算出的结果加到它所收到的向量上。因此子层学的是对 x 的改动，而不是一个新的 x；梯度也有一条绕过它的路。',
  },
  ff_w_1: {
    title: '前馈网络第一个矩阵',
    text: '把每个向量从 d_model 加宽到 d_ff 的参数。论文中 d_ff 是 4 · d_model。',
  },
  ff_b_1: {
    title: '前馈网络第一个偏置',
    text: '隐藏层每列一个数。它移动激活函数转折的位置。',
  },
  ff_hidden: {
    title: '隐藏层',
    text: '每个词元的向量都乘以同一个矩阵，加宽到 d_ff。这里没有词元能看到别的词元：只有注意力在它们之间传递内容。',
  },
  ff_activation: {
    title: '激活',
    text: '逐个数经过 ReLU 或 GELU。如果没有非线性激活，两个矩阵就等于一个。',
  },
  ff_dropout: {
    title: '随机失活（dropout）后的隐藏层',
    text: '训练时，每个数以概率 p 置零，其余的除以 1 − p。评估时什么都不变。',
  },
  ff_w_2: {
    title: '前馈网络第二个矩阵',
    text: '把每个向量从 d_ff 变回 d_model 的参数。',
  },
  ff_b_2: {
    title: '前馈网络第二个偏置',
    text: '每列一个数，加到前馈网络的输出上。',
  },
  ff_output: {
    title: '前馈网络的输出',
    text: '每个词元的隐藏层乘以第二个矩阵。形状又与 x 相同，这样两者才能相加。',
  },
  w_vocabulary: {
    title: '词表矩阵',
    text: '词表中每个词元占一列。向量与某一列的点积，说明这个词元被推荐的程度。',
  },
  b_vocabulary: {
    title: '词表偏置',
    text: '词表中每个词元一个数，无论在哪个位置预测，都加到它的 logit 上。',
  },
  logits: {
    title: 'logits（未归一化分数）',
    text: '每个位置上，词表中的每个词元各有一个数。它们还不是概率：大小和正负都不限，真正起作用的只是它们之间的差。',
  },
  probabilities: {
    title: '概率',
    text: '对词表做 softmax：每个位置上都是和为 1 的非负数。没有经过训练时，它们与语言毫无关系。',
  },
  prediction: {
    title: '预测',
    text: '每个位置上概率最大的词元的编号；相等时取第一个。',
  },
  labels: {
    title: '标签',
    text: '每个位置上正确词元的编号；对解码器来说就是下一个词元。−1 表示不计入的位置，例如填充。',
  },
  pointer_labels: {
    title: '标签',
    text: '应当指向别处的位置，各有一个正确词元所在的位置。−1 表示不计入的位置。',
  },
  pointer_probabilities: {
    title: '各位置的概率',
    text: '对整句做 softmax：每个位置指向其他各个位置的程度。这就是被训练来指向的那个头的权重。',
  },
  pointer_prediction: {
    title: '预测',
    text: '每个位置最有可能指向的位置；相等时取第一个。',
  },
  pointer_log_probabilities: {
    title: '各位置的对数概率',
    text: '对整句做 softmax 的对数，但不先算 softmax。看不见的位置为 −∞。',
  },
  log_probabilities: {
    title: '对数概率',
    text: 'softmax 的对数，但不先算 softmax。这样，即使概率小到 softmax 会舍入成 0，它的对数也得以保留。',
  },
  loss: {
    title: '损失',
    text: '交叉熵：正确词元所得概率的 −ln，对所有计入的位置求平均。如果模型认为 V 个词元同样可能，损失就是 ln V。',
  },
};
