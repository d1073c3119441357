import type { backwardSteps as steps, downhill as way } from '../en/backward.js';

/** Steps of backward passes. `{of}` and `{through}` are the titles of steps of the forward pass. A gradient's text is that of the operation that passes it on, `gradient_matmul` …; its own is for those that none passes on. */
export const backwardSteps: typeof steps = {
  gradient_start: {
    title: '梯度：{of}',
    text: '反向的路从这里开始：这些数变多少，L 就变多少；每个数按它的权重计，没有给出时权重为 1。',
  },
  gradient: {
    title: '梯度：{of}',
    text: '有几个步骤读这个张量，每个都传回自己的一份。各份相加，因为这里的变化会沿着其中每一条路影响损失。',
  },
  gradient_share: {
    title: '梯度：{of}，来自“{through}”的一份',
    text: '从这个张量到损失的几条路之一，单独算出。',
  },
  passed_gradient: {
    title: '梯度：{of}，只含计算出的单元格',
    text: '梯度不会穿过被编辑的单元格：它现在是常数，与前面的一切无关。从这里起，它的梯度为 0。',
  },
  computed_cells: {
    title: '{through}：哪些单元格是算出来的',
    text: '算出来的单元格为 1，被编辑的为 0。',
  },
  recomputed: {
    title: '{through}，按计算所得',
    text: '运算本身的结果，不含编辑。导数就取在这些数上。',
  },
  copied_gradient: {
    title: '按阅读顺序排列的梯度',
    text: '把数复制成阅读顺序，后面的 view 需要这一点。',
  },
  normalised: {
    title: '归一化后的向量',
    text: '每个向量的均值为 0、方差为 1，还没有经过 γ 的拉伸和 β 的平移。',
  },
  product_of_each: {
    title: '逐个的乘积',
    text: '每个句子或每个头各有一个乘积；它们用的是同样的数，所以下一步要相加。',
  },
  transposed_weight: {
    title: '转置的矩阵',
    text: '反向时读矩阵要行列互换，什么都没有复制。',
  },
  gradient_quotient: {
    title: '除过的梯度',
    text: '像正向时那样除以除数，各份下一步再相加。',
  },
  gradient_before_sign: {
    title: '变号之前的和',
    text: '上游梯度乘以结果；一个数用于几个单元格时，各项相加。被减去的数和除数得到的，是它的相反数。',
  },
  gradient_divided: {
    title: '除过的和',
    text: '这个和除以除数，还没有变号。',
  },

  gradient_matmul: {
    title: '矩阵乘积',
    text: '每个因子得到乘积的梯度与另一个因子之积。对 C = A B，就是 dA = dC Bᵀ、dB = Aᵀ dC：每个数遇到的，正是正向时与它相乘的那些数。',
  },
  gradient_matmul_transposed: {
    title: '矩阵乘积',
    text: '每个因子得到乘积的梯度与另一个因子之积。对 C = A Bᵀ，就是 dA = dC B、dB = dCᵀ A：查询会被拉向那些分数应当变大的键。',
  },
  gradient_linear: {
    title: '线性层',
    text: '输入得到 dY Wᵀ，矩阵得到 Xᵀ dY，偏置得到 dY 各行之和。每一行用的都是同一个矩阵，所以各行的梯度在矩阵上相加。',
  },
  gradient_softmax: {
    title: 'softmax 函数',
    text: '一个分数得到的是：它的权重，乘以它自己的梯度与整行加权平均梯度之差。各权重共享总和 1，一个多了，别的就少；权重接近 0 或 1 时，几乎什么都传不过去。',
  },
  gradient_log_softmax: {
    title: 'softmax 的对数',
    text: '一个 logit 得到自己的梯度，减去它的概率乘以整行梯度之和。后面接交叉熵时，正确的词元得到 (p − 1) / n，其余的得到 p / n。',
  },
  gradient_layer_norm: {
    title: '层归一化',
    text: '除以 σ 之前，先从梯度中去掉两部分：它的均值，以及沿归一化向量方向的分量。归一化会抵消这两个方向上的任何变化，所以它们不起作用。',
  },
  gradient_view: { title: 'view 换形状', text: '梯度按原来的形状来看，没有一个数改变。' },
  gradient_transpose: { title: '转置', text: '同样的两个轴再换回来，没有一个数改变。' },
  gradient_split: {
    title: '切片',
    text: '切片的梯度回到切片原来的位置。能拼成整体的切片会拼接起来；单独一片的周围补零。',
  },
  gradient_contiguous: { title: '复制', text: '梯度原样通过：复制得到的是同样的数。' },
  gradient_concat: { title: '拼接', text: '被拼接的每个张量取回梯度中属于自己的那一段。' },
  gradient_append: { title: '追加', text: '被拼接的每个张量取回梯度中属于自己的那一段。' },
  gradient_embedding: {
    title: '嵌入',
    text: '表中的每一行得到所有抄用它的词元的梯度之和。没有出现的词得到 0，在这里什么也学不到。',
  },
  gradient_row_maximum: {
    title: '一行的最大值',
    text: '只有最大的数得到梯度：别的数稍有变化，结果不动。',
  },
  gradient_row_sum: { title: '一行之和', text: '行中的每个数都得到和的梯度。' },
  gradient_mean: { title: '一行的均值', text: '行中的每个数得到均值梯度的 n 分之一。' },
  gradient_variance: {
    title: '一行的方差',
    text: '离均值越远的数得到的越多：方差的梯度乘以 2(x − μ)/n。',
  },
  gradient_entropy: { title: '一行的熵', text: '一个权重得到熵的梯度乘以 −(ln p + 1)。' },
  gradient_softmax_gradient: {
    title: 'Σ p(1 − p) 之和',
    text: '一个权重得到和的梯度乘以 1 − 2p。',
  },
  gradient_relu: {
    title: 'ReLU',
    text: '原来为正的地方，梯度原样通过；被截成 0 的地方，什么也不通过。',
  },
  gradient_gelu: {
    title: 'GELU',
    text: '梯度乘以曲线的斜率。左端远处它接近 0，右端远处接近 1，中间有略小于 0 或略大于 1 的地方。',
  },
  gradient_gelu_tanh: {
    title: '用 tanh 的 GELU',
    text: '梯度乘以曲线的斜率。左端远处它接近 0，右端远处接近 1，中间有略小于 0 或略大于 1 的地方。',
  },
  gradient_softcap: {
    title: '限幅',
    text: '梯度乘以曲线的斜率 1 − tanh²：小的分数处接近 1，被上限压住的分数处接近 0。',
  },
  gradient_add: {
    title: '求和',
    text: '每个加数都得到整个梯度，原封不动。所以残差连接能让它绕过子层而不减弱；被几行共用的数，得到这些行的梯度之和。',
  },
  gradient_mask: {
    title: '掩码',
    text: '梯度原样通过，因为掩码只是加上去的。被屏蔽的分数仍然得不到梯度：它们的权重是 0。',
  },
  gradient_rotate: {
    title: '旋转',
    text: '梯度按同样的角度转回去。旋转不改变长度，它的梯度也一样。',
  },
  gradient_scale: {
    title: '缩放',
    text: '梯度乘以同一个系数：分数除以 √d_k，它们的梯度也除以 √d_k。',
  },
  gradient_multiply: { title: '乘积', text: '每个因子得到梯度乘以另一个因子。' },
  gradient_divide: {
    title: '商',
    text: '被除数得到梯度除以除数。除数得到的带负号：梯度乘以商再除以除数，对它除过的所有数求和。',
  },
  gradient_exp_difference: {
    title: '差的指数',
    text: '指数函数的导数就是它自己：a 得到梯度乘以结果，b 得到同样的数，但符号相反。',
  },
  gradient_dropout: {
    title: '随机失活（dropout）',
    text: '丢弃的单元格与正向时相同，其余的同样再除以 1 − p：没有参与的，也不承担责任。',
  },
  gradient_masked_dropout: {
    title: '按掩码的随机失活（dropout）',
    text: '掩码与正向时相同：被丢弃的得不到梯度，其余的同样再除以 1 − p。',
  },
  gradient_cross_entropy: {
    title: '交叉熵',
    text: '只有每个正确词元的对数概率得到梯度，即 −1/n：要降低损失，它应当变大。填充位置没有梯度。',
  },
  gradient_top_k: { title: 'top-k 筛选', text: '保留下来的 logit 传递梯度，其余的没有。' },
  gradient_finite_mask: {
    title: '有限的掩码',
    text: '被截成 −10⁹ 的地方什么也不通过，别处梯度不变。',
  },
  gradient_hide: { title: '被屏蔽的权重', text: '留下的权重传递梯度，被屏蔽的没有。' },
};

/** Steps downhill from a loss. */
export const downhill: typeof way = {
  title: '下降',
  loss: '数值 L',
  lossText: '这些梯度都是对它求的：损失；没有损失时，是输出各单元格之和。',
  weight: '权重',
  every: '全部权重',
  rate: '学习率 η',
  rateText: '每个权重的改变量是 −η 乘以它的梯度。',
  take: '沿梯度下降一步',
  changed: '数值 L：{before} → {after}。',
  less: '它变小了。',
  more: '它变大了：对这样的坡度来说，这一步太长了。',
  same: '没有变化。',
  taken: '已走步数：{n}。',
  full: '这里最多走 {n} 步。',
  badRate: '学习率是 {least} 到 {most} 之间的数。',
};
