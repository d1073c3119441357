import type { Axis, OperationName, Role } from '../../engine/types.js';
import type { steps as english, StepText } from '../en/steps.js';

export const steps: Record<keyof typeof english, StepText> = {
  ids: {
    title: '词元编号',
    text: '每个词元在词表中查到一个整数编号。编号只说明该读词嵌入表的哪一行，它的大小没有含义。',
  },
  embedding_table: {
    title: '词嵌入表',
    text: '词表中每个词元占一行。这里每一行由词元本身的文字和随机种子生成，所以改动一个词不会影响其他词的行；要让这些行有含义，靠的是训练。',
  },
  embedding: {
    title: '词嵌入',
    text: '按编号把词嵌入表中的那一行复制过来。同一个词元无论站在哪里，得到的向量都相同。',
  },
  position_encoding: {
    title: '正弦位置编码',
    text: '注意力本身分不出先后，所以每个位置都有自己的一组数：偶数列是正弦，奇数列是余弦，从左到右变化越来越慢。它由公式给出，不需要学习。',
  },
  position_table: {
    title: '可学习的位置编码',
    text: '每个位置占一行，与其他参数一样可以训练，BERT 和 GPT-2 就是这样做的。这里的行是随机的，训练之后才会成形。',
  },
  x: {
    title: '带位置的词向量',
    text: '词嵌入与位置编码逐个数相加。从这里起，每一行既说明是哪个词元，也说明它在哪里。',
  },
  given_x: {
    title: '给定的词向量',
    text: '每个词元一行数，按给定的原样使用，没有查词嵌入表。',
  },
  w_q: {
    title: '查询矩阵',
    text: '把词向量变成查询的参数，按 [输入, 输出] 书写，即 Q = X W_q。所有头在列方向上并排。',
  },
  w_k: {
    title: '键矩阵',
    text: '把词向量变成键的参数。所有头在列方向上并排。',
  },
  w_v: {
    title: '值矩阵',
    text: '把词向量变成值的参数，值就是要传递的内容。所有头在列方向上并排。',
  },
  w_o: {
    title: '输出矩阵',
    text: '混合各个头的参数：它接收并排的所有头，给出与模型同宽的向量。',
  },
  b_q: {
    title: '查询偏置',
    text: '每列一个数，加到每个查询上。许多模型让它从零开始；这里按随机种子取值，以便看到它的作用。',
  },
  b_k: {
    title: '键偏置',
    text: '每列一个数，加到每个键上。它给同一个查询的所有分数加上同一个数，而 softmax 会把这个共同的数消去，所以它从不改变权重。',
  },
  b_v: {
    title: '值偏置',
    text: '每列一个数，加到每个值上。由于每行权重之和为 1，它会原样出现在头的输出里。',
  },
  b_o: {
    title: '输出偏置',
    text: '每列一个数，在各头混合之后加到每个输出向量上。',
  },
  q: {
    title: '查询',
    text: '每个词向量乘以查询矩阵。查询表示一个位置在找什么；它与各个键的点积就是分数。',
  },
  k: {
    title: '键',
    text: '每个词向量乘以键矩阵。键表示一个位置凭什么被找到。',
  },
  v: {
    title: '值',
    text: '每个词向量乘以值矩阵。值是一个位置被注意到时交出去的内容。',
  },
  q_view: {
    title: '查询：切分成头',
    text: '把最后一个轴读成两个轴：头和 d_k。内存中什么都没有移动：数和顺序都不变，只是换了形状。',
  },
  k_view: {
    title: '键：切分成头',
    text: '把最后一个轴读成两个轴：头和 d_k。内存中什么都没有移动，只有形状和步长是新的。',
  },
  v_view: {
    title: '值：切分成头',
    text: '把最后一个轴读成两个轴：头和 d_v。内存中什么都没有移动，只有形状和步长是新的。',
  },
  q_transposed: {
    title: '查询：头在前',
    text: '词元轴与头轴交换位置，让每个头有自己的矩阵。只有步长改变。如果用 view 一步变成这个形状，一个头就会拿到不同词元的碎片。',
  },
  k_transposed: {
    title: '键：头在前',
    text: '词元轴与头轴交换位置，让每个头有自己的矩阵。只有步长改变。',
  },
  v_transposed: {
    title: '值：头在前',
    text: '词元轴与头轴交换位置，让每个头有自己的矩阵。只有步长改变。',
  },
  scores: {
    title: '分数',
    text: '每个查询与每个键做点积，每一对得到一个数，两者方向越一致，数就越大。每个头各自计算。',
  },
  scaled_scores: {
    title: '缩放后的分数',
    text: '如果查询和键的分量相互独立且方差为 1，点积的方差就是 d_k。除以 √d_k 让方差回到 1，避免 softmax 把几乎全部权重压在一个键上——那里的梯度趋于零。',
  },
  tempered_scores: {
    title: '按温度调整的分数',
    text: '分数再除以一个数。温度大于 1 时权重更平均，小于 1 时更集中；各个键的先后次序不变。',
  },
  causal_mask: {
    title: '因果掩码',
    text: '查询可以看到的键处为 0，后面的键处为 −∞。这样整个序列可以同时训练，而没有一个位置能看到它后面的内容。',
  },
  lengths: {
    title: '句子长度',
    text: '这一批中每个句子实际有多少个词元；超出的位置都是填充。',
  },
  padding_mask: {
    title: '填充掩码',
    text: '同一批中的句子补到一样长。补出来的键上放 −∞，任何查询都读不到它们；它作用在键轴上，形状是 [批, 1, 1, 键]。',
  },
  custom_mask: {
    title: '自定义掩码',
    text: '每一对位置有一个数，加到它的分数上：0 表示放行，−∞ 表示隐藏，其他数则减弱或增强。点击单元格即可切换。',
  },
  masked_scores: {
    title: '加掩码的分数',
    text: '掩码在 softmax 之前相加。−∞ 的分数变成恰好为 0 的权重，其余的键分享全部的 1；如果在 softmax 之后才遮盖，行的和就会小于 1。',
  },
  weights: {
    title: '注意力权重',
    text: '对键轴做 softmax，每一行变成和为 1 的正数：一个查询从每个值中取多少。如果一行中没有任何可见的键，本项目规定它的权重全为零，输出也为零。',
  },
  dropped_weights: {
    title: '随机失活后的权重',
    text: '训练时，每个权重以概率 p 置零，其余的除以 1 − p，使和的期望仍为 1。单独一行的和可能偏大或偏小。评估时这一步什么都不做。',
  },
  context: {
    title: '上下文向量',
    text: '每个查询取所有值的加权和：它那一行权重乘以值矩阵。这就是一个头的输出。',
  },
  context_transposed: {
    title: '上下文：词元在前',
    text: '头轴与词元轴再次交换，让同一个词元的各个头排在一起。只有步长改变；在内存里，各个头仍然分开存放。',
  },
  context_contiguous: {
    title: '上下文：按顺序复制',
    text: '下一步的 view 要求同一个词元的各个头在内存中相邻，单靠步长做不到。这一步把每个数复制到它的位置。',
  },
  concat: {
    title: '各头并排',
    text: '把每个词元的各个头连成一个长向量。复制之后，这又只是同一块内存的另一种读法。',
  },
  output: {
    title: '输出',
    text: '连接后的各头乘以输出矩阵，只有在这里，一个头的结果才与另一个头的相遇。形状与输入相同，所以层可以一层层叠起来。',
  },
  head_w_q: {
    title: '单头查询矩阵',
    text: '合并的查询矩阵中属于这个头的那些列。它是同一块内存上的一个窗口。',
  },
  head_w_k: {
    title: '单头键矩阵',
    text: '合并的键矩阵中属于这个头的那些列。它是同一块内存上的一个窗口。',
  },
  head_w_v: {
    title: '单头值矩阵',
    text: '合并的值矩阵中属于这个头的那些列。它是同一块内存上的一个窗口。',
  },
  head_b_q: { title: '单头查询偏置', text: '查询偏置中属于这个头的部分。' },
  head_b_k: { title: '单头键偏置', text: '键偏置中属于这个头的部分。' },
  head_b_v: { title: '单头值偏置', text: '值偏置中属于这个头的部分。' },
  head_q: {
    title: '单头查询',
    text: '词向量乘以这个头自己的查询矩阵。用一个合并的矩阵相乘再切分成头，得到的数相同。',
  },
  head_k: {
    title: '单头键',
    text: '词向量乘以这个头自己的键矩阵。用一个合并的矩阵相乘再切分成头，得到的数相同。',
  },
  head_v: {
    title: '单头值',
    text: '词向量乘以这个头自己的值矩阵。用一个合并的矩阵相乘再切分成头，得到的数相同。',
  },
  head_concat: {
    title: '拼接各头',
    text: '把所有头的输出复制到一起，每个词元得到一个长向量。',
  },
  query: { title: '查询向量', text: '提出查询的向量，按给定的原样使用，不做投影。' },
  key: { title: '键向量', text: '与查询相比较的向量，按给定的原样使用，不做投影。' },
  value: { title: '值向量', text: '混合成输出的向量，按给定的原样使用，不做投影。' },
};

export const ops: Record<OperationName, string> = {
  given: '给定',
  random: '按种子随机生成',
  identity: '单位矩阵',
  embedding: '查表',
  positional_encoding: '正弦与余弦',
  causal_mask: '因果掩码',
  padding_mask: '填充掩码',
  add: '相加',
  linear: '线性变换',
  matmul: '矩阵乘法',
  matmul_transposed: '矩阵乘法（后者转置）',
  scale: '缩放',
  mask: '加掩码',
  softmax: '归一化（softmax）',
  dropout: '随机失活',
  view: '改变形状（view）',
  transpose: '转置',
  contiguous: '按顺序复制',
  split: '切分',
  concat: '拼接',
  layer_norm: '层归一化',
  relu: 'ReLU 激活',
  gelu: 'GELU 激活',
  gelu_tanh: 'GELU 激活（tanh 近似）',
  log_softmax: '对数 softmax',
  cross_entropy: '交叉熵',
  argmax: '取最大值的位置',
  top_k: '保留最大的 k 个',
  sample: '按种子抽取',
  multiply: '逐元素相乘',
  divide: '逐元素相除',
  exp_difference: '差的指数',
  row_sum: '每行求和',
  row_maximum: '每行最大值',
  mean: '均值',
  variance: '方差',
  entropy: '熵',
  softmax_gradient: 'softmax 的梯度',
  cached: '来自缓存',
};

export const axes: Record<Axis, string> = {
  batch: '批',
  head: '头',
  token: '词元',
  memory_token: '第二句词元',
  query: '查询',
  key: '键',
  vocabulary: '词表',
  d_model: 'd_model',
  heads_d_k: 'h·d_k',
  heads_d_v: 'h·d_v',
  d_k: 'd_k',
  d_v: 'd_v',
  feed_forward: 'd_ff',
  one: '1',
};

export const roles: Record<Role, string> = {
  token: '词元',
  input: '输入',
  memory: '第二个句子',
  query: '查询',
  key: '键',
  value: '值',
  scores: '分数',
  mask: '掩码',
  weights: '权重',
  output: '输出',
  residual: '残差流',
  feed_forward: '前馈',
  logits: '未归一化分数',
};
