import type { steps as english } from './en-steps.js';

/** Attention in tiles of one matrix, one after the other. */
export const steps: typeof english = {
  tile_q: {
    title: '查询块',
    text: '查询的若干行，是同一块内存上的一个窗口。键和值的各块依次从它们面前经过。',
  },
  tile_k: {
    title: '键块',
    text: '键的若干行，是同一块内存上的一个窗口：一次看这么多。',
  },
  tile_v: {
    title: '值块',
    text: '与这一块的键对应的值的各行，是同一块内存上的一个窗口。',
  },
  tile_mask: {
    title: '掩码块',
    text: '掩码中属于这些查询和这些键的部分。',
  },
  tile_scores: {
    title: '一块的分数',
    text: '这一块的每个查询与每个键做点积。此刻分数矩阵只存在这一块：整个矩阵从不存放，这正是 FlashAttention（Dao 等，2022）的要点。',
  },
  tile_scaled_scores: {
    title: '一块的缩放分数',
    text: '这一块的分数除以 √d_k，与不分块的注意力相同。',
  },
  tile_tempered_scores: {
    title: '一块按温度调整的分数',
    text: '这一块的分数除以温度，与不分块的注意力相同。',
  },
  tile_capped_scores: {
    title: '一块限幅后的分数',
    text: '这一块的分数都不超出上限，与不分块的注意力相同。',
  },
  tile_masked_scores: {
    title: '一块掩码后的分数',
    text: '加上掩码的这一块：−∞ 对查询屏蔽一个键。',
  },
  tile_maximum: {
    title: '累计最大值',
    text: '到目前为止（这一块和之前各块）每个查询的最大分数。softmax 要用整行的最大值，而它现在还不知道，所以先用已有的。',
  },
  tile_exponentials: {
    title: '一块的指数',
    text: '以累计最大值为准的指数：还没有除以除数的权重。',
  },
  tile_sum: {
    title: '一块的和',
    text: '对每个查询，把这一块的指数相加。',
  },
  tile_correction: {
    title: '修正系数',
    text: '之前累加的数乘以这个系数，就改以新最大值为准。最大值没变时它是 1；在一个查询的第一块，它是 0。',
  },
  tile_corrected_sum: {
    title: '修正后的和',
    text: '之前的和乘以修正系数：就像从一开始就知道新的最大值。',
  },
  running_sum: {
    title: '累计和',
    text: '修正后的旧和加上这一块的和。最后一块之后，它就是 softmax 的除数。',
  },
  tile_context: {
    title: '一块的贡献',
    text: '这一块的指数乘以它的值：这些键带来的部分，尚未相除。',
  },
  tile_corrected_output: {
    title: '修正后的输出',
    text: '之前的输出逐行乘以修正系数。',
  },
  running_output: {
    title: '累计输出',
    text: '修正后的旧输出加上这一块的贡献。它取代旧的输出，所以内存不随键的数量增长。',
  },
  tile_output: {
    title: '一块查询的输出',
    text: '最后一次性除以所有指数之和。与不分块的注意力是同一个值的加权平均，只差舍入。',
  },
  tiles_joined: {
    title: '拼接各块',
    text: '所有查询块的行依次排好。这就是不分块的注意力的上下文向量。',
  },
};
