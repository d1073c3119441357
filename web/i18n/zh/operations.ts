import type { OperationName } from '../../engine/types.js';

/** What each operation is called, and what it does, whatever it is used for. */
export const ops: Record<OperationName, { name: string; why: string }> = {
  given: {
    name: '给定',
    why: '这些数来自外部，其余的一切都由它们算出。',
  },
  random: {
    name: '按种子随机生成',
    why: '这些数按种子抽取，取值范围遵循 Xavier 的办法，使乘积之和在层与层之间既不变大也不变小。它们什么都没有学过。',
  },
  identity: {
    name: '单位矩阵',
    why: '单位矩阵让每个向量保持原样，这样其余的步骤可以用心算跟上。',
  },
  constant: {
    name: '常数初值',
    why: '起初处处相同：归一化的 γ 为 1、β 为 0，这时它只做归一化；训练会改变它们。',
  },
  embedding: {
    name: '查表',
    why: '查出一行，等于用独热向量乘以整张表，只是省去了零。',
  },
  positional_encoding: {
    name: '正弦与余弦',
    why: '每一对列像一根以各自速度转动的指针，合在一起就能区分位置。',
  },
  causal_mask: {
    name: '因果掩码',
    why: '一个查询可以看到自己和它前面的内容。这个掩码与填充无关。',
  },
  padding_mask: {
    name: '填充掩码',
    why: '它隐藏不代表任何词的键。它不是因果掩码：对每个查询隐藏的键都相同。',
  },
  add: {
    name: '相加',
    why: '相加不改变形状；如果一方的行较少，它的行会重复使用。',
  },
  linear: {
    name: '线性变换',
    why: '每个输出的数，都是输入的一行与矩阵的一列的点积。',
  },
  matmul: {
    name: '矩阵乘法',
    why: '每个输出的数，都是左边一行与右边一列的点积。',
  },
  matmul_transposed: {
    name: '矩阵乘法（后者转置）',
    why: '每个输出的数，都是左边一行与右边一行的点积，也就是与后者的转置相乘。',
  },
  scale: {
    name: '缩放',
    why: '每个数都乘以同一个常数，一行之内的大小次序不变。',
  },
  mask: {
    name: '加掩码',
    why: '加上 −∞，指数恰好为 0；加上 0，什么都不变。这必须在 softmax 之前进行。',
  },
  softmax: {
    name: '归一化（softmax）',
    why: '指数让每个数都变成正数，再除以它们的和，整行之和就是 1。一行对应一个查询，求和遍历它的键。',
  },
  dropout: {
    name: '随机失活',
    why: '只在训练时起作用。如果评估时忘了关闭，各行之和就不再是 1。',
  },
  view: {
    name: '改变形状（view）',
    why: 'view 用另一种形状读同一块内存，只有内存中的顺序合适时才允许。',
  },
  transpose: {
    name: '转置',
    why: '交换两个轴的步长，轴就互换了位置，什么都没有复制。',
  },
  contiguous: {
    name: '按顺序复制',
    why: '把数复制一遍，让内存顺序与阅读顺序一致，后面的 view 需要这一点。',
  },
  split: {
    name: '切分',
    why: '同一块内存的一部分：有自己的偏移和较小的形状，什么都没有复制。',
  },
  concat: {
    name: '拼接',
    why: '沿最后一个轴把各部分并排放在一起。',
  },
  append: {
    name: '接在后面',
    why: '第二个张量写在第一个张量之后，内存里已经留好了位置：前面的数既不移动，也不复制。',
  },
  layer_norm: {
    name: '层归一化',
    why: '无论一个词元的数有多大，下一步遇到的一行总是均值为 0、方差为 1，再由学到的 γ 和 β 拉伸与平移。所有数都相等时，ε 让除法仍然可行。',
  },
  relu: {
    name: 'ReLU 激活',
    why: '负数变成 0，其余不变。两个线性层之间如果没有曲线，就等于一层。',
  },
  gelu: {
    name: 'GELU 激活',
    why: 'x 乘以标准正态分布的数小于 x 的概率：左端远处几乎为 0，右端远处几乎为 x，中间平滑过渡。',
  },
  gelu_tanh: {
    name: 'GELU 激活（tanh 近似）',
    why: '用 tanh 代替 erf 的 GELU，GPT-2 用的就是它。两者相差不到 0.001。',
  },
  log_softmax: {
    name: '对数 softmax',
    why: 'softmax 的对数，但不先算 softmax：即使概率小到 32 位数装不下，它的对数也装得下。',
  },
  cross_entropy: {
    name: '交叉熵',
    why: '正确的词元有多出乎意料：取每个正确词元所得概率的 −ln，再求平均。只有每个都确定无疑时才为 0。',
  },
  argmax: {
    name: '取最大值的位置',
    why: '最大的数所在的位置，相等时取第一个。它给出的是编号，不是数量。',
  },
  top_k: {
    name: '保留最大的 k 个',
    why: 'softmax 把 −∞ 变成恰好 0，于是只有最大的 k 个可能被抽到，并分享全部的 1。',
  },
  sample: {
    name: '按种子抽取',
    why: '各个概率在一条线上依次排开，抽到的数是线上的一点。一段越长，被抽中的机会越大。',
  },
  multiply: {
    name: '逐元素相乘',
    why: '逐个数相乘；如果一方的行或列较少，它们会重复使用。',
  },
  divide: {
    name: '逐元素相除',
    why: '逐个数相除。这里规定除以 0 得 0：没有可见键的行，输出为零。',
  },
  exp_difference: {
    name: '差的指数',
    why: '差的指数就是商：exp(a − b) = exp(a) / exp(b)。',
  },
  invert_mask: {
    name: '反转的掩码',
    why: '把“可以看”的掩码当成“要遮住”的，或者反过来：留下的恰恰是不该看的键。',
  },
  finite_mask: {
    name: '−10⁹ 的掩码',
    why: '只要一行里还有可以看的键，−10⁹ 和 −∞ 的效果就一样。如果整行都被遮住，所有分数就都相同，每个被遮住的键都得到同样的权重。',
  },
  hide: {
    name: '被遮住的权重 × 0',
    why: '被遮住的权重变成 0，但 softmax 已经把总和 1 分了一部分给它们：剩下的加起来不到 1。',
  },
  row_sum: {
    name: '每行求和',
    why: '把一行的所有数加起来。',
  },
  row_maximum: {
    name: '每行最大值',
    why: '一行中最大的数。取指数之前先减去它，指数就不会溢出。',
  },
  mean: {
    name: '均值',
    why: '所有数之和，除以数的个数。',
  },
  variance: {
    name: '方差',
    why: '各数与均值之差的平方的平均。除以 n 而不是 n − 1：这些数就是全部，不是从更多的数中抽出的样本。',
  },
  entropy: {
    name: '熵',
    why: '−Σ p ln p，单位是奈特：某个权重为 1 时是 0，n 个权重都相等时是 ln n。',
  },
  softmax_gradient: {
    name: 'softmax 的梯度',
    why: 'Σ p(1 − p) 是 softmax 的雅可比矩阵 diag(p) − p pᵀ 的迹。某个权重为 1 时它为 0：这时分数的微小变化推不动权重。',
  },
  cached: {
    name: '来自缓存',
    why: '保留下来，不再重算：在因果掩码下，后面的内容不会改变前面词元的任何键和值。',
  },
};
