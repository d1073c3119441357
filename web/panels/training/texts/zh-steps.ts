import type { steps as english } from './en-steps.js';

/** Steps of an optimiser’s update. `{through}` is the title of the parameter. */
export const steps: typeof english = {
  accumulated_gradient: {
    title: '梯度：{through}（前几批）',
    text: '这次更新中前几批样本的梯度之和。那几遍计算已经结束，只留下了这个和。',
  },
  summed_gradient: {
    title: '梯度：{through}（各批合计）',
    text: '把最后一批加到前几批上。',
  },
  mean_gradient: {
    title: '梯度：{through}（平均）',
    text: '总和除以批数。这样，梯度的大小与有几批无关。',
  },
  square_sum: {
    title: '梯度平方和：{through}',
    text: '这个梯度的每个数平方后相加：它在总范数中的一份。',
  },
  norm_of_squares: {
    title: '所有梯度的平方和',
    text: '所有参数的份额加在一起。',
  },
  gradient_norm: {
    title: '所有梯度的范数',
    text: '把所有参数看成一个长向量时，梯度的长度。',
  },
  clip_factor: {
    title: '裁剪系数',
    text: '所有梯度都乘以这个数。只要范数没有超过上限，它就是 1。',
  },
  clipped_gradient: {
    title: '裁剪后的梯度：{through}',
    text: '范数过大时变短，方向不变。',
  },
  first_moment: {
    title: '此前梯度的平均：{through}',
    text: 'AdamW 的 m，上次更新留下的值；开始时为 0。',
  },
  kept_first_moment: {
    title: 'm 保留的部分：{through}',
    text: '旧的平均乘以 β₁：每更新一次，以前的梯度就按这个比例淡去一些。',
  },
  added_first_moment: {
    title: 'm 加入的部分：{through}',
    text: '这一批的梯度乘以 1 − β₁。',
  },
  next_first_moment: {
    title: '梯度的平均 m：{through}',
    text: '滑动平均。某一批偶然的说法会相互抵消，各批一致的说法会留下来。',
  },
  squared_gradient: {
    title: '梯度的平方：{through}',
    text: '每个数的梯度有多大，不论正负。',
  },
  second_moment: {
    title: '此前平方的平均：{through}',
    text: 'AdamW 的 v，上次更新留下的值；开始时为 0。',
  },
  kept_second_moment: {
    title: 'v 保留的部分：{through}',
    text: '旧的平方平均乘以 β₂。',
  },
  added_second_moment: {
    title: 'v 加入的部分：{through}',
    text: '这一批的平方乘以 1 − β₂。',
  },
  next_second_moment: {
    title: '平方的平均 v：{through}',
    text: '平方的滑动平均：这个数的梯度平常有多大。',
  },
  corrected_first_moment: {
    title: '修正后的平均：{through}',
    text: '除以 1 − β₁ᵗ。滑动平均从 0 开始，不修正的话，最初几次会偏小。',
  },
  corrected_second_moment: {
    title: '修正后的平方平均：{through}',
    text: '除以 1 − β₂ᵗ，理由与 m 相同。',
  },
  root_of_moment: {
    title: '梯度平常的大小：{through}',
    text: '均方的平方根，单位又和梯度一样。',
  },
  epsilon: {
    title: '极小的常数 ε',
    text: '一个很小的数，避免除以 0。',
  },
  update_divisor: {
    title: '除数：{through}',
    text: '梯度平常的大小，加上 ε。',
  },
  update_direction: {
    title: '更新的方向：{through}',
    text: '平均梯度除以它平常的大小。各批梯度一致时接近 1 或 −1，不论梯度多小；互相矛盾时接近 0。',
  },
  decayed_gradient: {
    title: '权重衰减：{through}',
    text: '权重乘以 λ：把它拉向 0 的力。',
  },
  gradient_with_decay: {
    title: '带权重衰减的梯度：{through}',
    text: '在 SGD 中，权重衰减是梯度的一部分。',
  },
  velocity: {
    title: '此前的速度：{through}',
    text: 'SGD 累积的梯度，上次更新留下的值；开始时为 0。',
  },
  kept_velocity: {
    title: '速度保留的部分：{through}',
    text: '旧的速度乘以动量 μ。',
  },
  next_velocity: {
    title: '速度：{through}',
    text: '一致的梯度越加越快，矛盾的梯度互相抵消。',
  },
  decayed_weight: {
    title: '衰减后的权重：{through}',
    text: '乘以 1 − ηλ，离 0 近一点。AdamW 的权重衰减与梯度分开进行。',
  },
  weight_change: {
    title: '改变量：{through}',
    text: '方向乘以 −η（学习率）：逆着梯度，往下坡走。',
  },
  new_weight: {
    title: '新的权重：{through}',
    text: '这次更新之后的权重。下一批样本就用它来计算。',
  },
};
