import type { Texts } from './en.js';

export const texts: Texts = {
  panel: '分数为什么要除以 √d_k',

  dK: '宽度 d_k',
  width: '宽度 $d_k$',
  widthAxis: '宽度 dₖ →',
  keys: '键的个数',
  seed: '随机种子',
  query: '查询',
  unscaled: '未缩放',
  scaled: '已缩放',
  wrong: '{name}不能是“{actual}”，请使用 {accepted}。{kept}',
  accepted: '{least} 到 {most} 之间的整数',
  acceptedWidths: '1 到 1024 之间的 2 的幂',
  studyStays: '仍按 d_k = {dK}、{keys} 个键、种子 {seed} 计算。',
  choiceStays: '原来的选择不变。',

  distributionTitle: '$d_k$ 越大，分数散得越开',
  distributionText:
    '{queries} 个随机查询与 {keys} 个随机键的 {total} 个点积，坐标轴相同。先固定坐标轴，再移动 $d_k$：不缩放时分数越散越开，缩放后保持原样。',
  hold: '固定坐标轴',
  scores: { unscaled: '$q \\cdot k$', scaled: '$q \\cdot k / \\sqrt{d_k}$' },
  histogram: '{half}，d_k = {dK}：分数的直方图，均值 {mean}，方差 {variance}',
  bin: '{from} 到 {to}：{total} 个分数中的 {n} 个',
  outside: '{total} 个分数中有 {n} 个超出坐标轴范围。',
  mean: '均值',
  variance: '方差',
  expected: { unscaled: '期望为 $d_k$ = {dK}', scaled: '期望为 1' },

  weightsTitle: 'softmax 只听得见最大的分数',
  weightsText: '一个查询对所有键的权重。分数相差悬殊时，几乎全部权重都落到一个键上。',
  softmax: {
    unscaled: '$\\text{softmax}(q \\cdot k)$',
    scaled: '$\\text{softmax}(q \\cdot k / \\sqrt{d_k})$',
  },
  shares: '查询 {query} 的权重：{half}',
  share: '键 {key}：{weight}',
  entropy: '熵',
  gradient: '梯度',
  formulas: { entropy: '$-\\sum p \\ln p$', gradient: '$\\sum p(1 - p)$' },

  pullTitle: '把一个权重往上拉，分数能得到多少梯度？',
  pullText:
    '设 L 为某个键的权重：对权重的梯度在该键处为 1，其余为 0。下面是对同一组随机向量做的两次反向传播，每一步都是实际记录的；单击单元格，可查看哪些数相乘、相加。',
  pulledKey: '拉高的键',
  passes: { unscaled: '不除以 √dₖ', scaled: '除以 √dₖ' },
  pullBusy: '正在计算反向传播……',
  pullResult:
    '查询 {query}，拉高键 {key} 的权重：缩放时，$q \\cdot k$ 的最大梯度为 {scaled}；不缩放时为 {unscaled}。',
  vanished: '不缩放时，softmax 已经认定了一个键，哪怕认错了，这一拉传过去的也不到千分之一。',
  notVanished:
    '这里两边都有梯度：不缩放时，这个查询在这个 $d_k$ 下还没有把权重全部给一个键，或者拉高的正是那个键。可以换更大的 $d_k$、别的查询或别的键试试。',
  stages: {
    weights: 'softmax 之后的权重',
    upstream: '上游梯度：拉高的键为 1',
    read: 'softmax 输入的梯度',
    scores: '$q \\cdot k$ 的梯度',
  },
  sameStep: '不缩放时，softmax 的输入就是 $q \\cdot k$，它的梯度就是上面那一行。',
  largest: '最大',
  pullLegend: '各个分数的梯度共用一个色标：',
  pullNote:
    '分数除以 $\\sqrt{d_k}$ 时，$q \\cdot k$ 的梯度也除以同一个数。不过这个数是已知的，处处相同，步长大一些就能补回来；softmax 饱和时丢掉的梯度，却再也找不回来。',

  growthTitle: '$d_k$ 从 1 到 1024',
  growthText:
    '每个点都是用 {queries} 个查询单独做的一次实验。单击图表或移动滑块可换一个宽度；单击数字可查看它怎么来的。',
  measures: {
    variance: '分数的方差',
    mean_entropy: '权重的平均熵',
    mean_gradient: 'softmax 的平均梯度',
  },
  measureTexts: {
    variance:
      '$d_k$ 个乘积之和，方差是单个乘积的 $d_k$ 倍：纵轴每上一格为四倍，所以这里是一条直线。除以 $\\sqrt{d_k}$，方差就除以 $d_k$。',
    mean_entropy: '一个查询把注意力分得有多均匀。不缩放时它降到 0：一个键独占一切。',
    mean_gradient:
      '权重对分数的变化有多敏感：softmax 雅可比矩阵的迹。接近 0 时，权重几乎不再随分数变化，它前面的各层就学不到东西。',
  },
  noteTitle: '这里说明了什么，没有说明什么',
  noteText:
    '方差的期望为 $d_k$，前提是各分量相互独立、均值为 0、方差为 1：模型刚开始训练时大致如此。训练之后的情形可能相去甚远；缩放的作用，是不让训练从 softmax 最平坦的地方开始。',
  levels: {
    mean_entropy: '平均分配：ln {keys} = {value}',
    mean_gradient: '平均分配：1 − 1/{keys} = {value}',
  },
  curve: '{measure}，d_k 从 1 到 1024；d_k = {dK} 时：未缩放 {unscaled}，已缩放 {scaled}',
  curveAt: 'd_k = {dK}：未缩放 {unscaled}，已缩放 {scaled}',
  nowAt: '$d_k$ = {dK}',
  table: '以表格列出所有数字',
  openAt: '转到 d_k = {dK}，查看这个数怎么来的',

  closerTitle: '每个数，逐格可查',
  closerText: '整个实验就是一串步骤。选一步，再单击一个单元格，这里会显示它的计算过程。',
  step: '步骤',
  drawn: '随机向量',
  gradients: '梯度',
};
