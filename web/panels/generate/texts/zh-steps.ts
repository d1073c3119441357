import type { steps as english } from './en-steps.js';

/** Choosing the next token, and the cache that saves computing the earlier ones again. */
export const steps: typeof english = {
  last_position: {
    title: '最后一个位置',
    text: '只取最后一个词元的一行：它看过整个序列。下一个词元由它得出，其他各行的 logits 用不到。',
  },
  next_logits: {
    title: '下一个词元的 logits',
    text: '最后一个位置的一行，去掉词元轴：每个候选对应一个数。',
  },
  tempered_logits: {
    title: '按温度调整的 logits',
    text: '除以温度：小于 1 时最大的更占优势，大于 1 时彼此更接近。大小顺序不变。',
  },
  kept_logits: {
    title: '最大的 k 个 logits',
    text: '最大的 k 个保留；其余变成 −∞，概率恰好为 0。这样，不大可能的词元无论有多少，都不会被采样到。',
  },
  next_probabilities: {
    title: '下一个词元的概率',
    text: '对留下的做 softmax：和为 1 的非负数。logit 为 −∞ 处概率是 0。',
  },
  next_token: {
    title: '下一个词元',
    text: '要么取概率最大的词元，要么按概率采样。采样取累计和第一个超过随机数的词元；种子相同，得到的词元也相同。',
  },
  cached_k: {
    title: '保留的键',
    text: '前面词元的键，算出之后一直保留。在因果掩码下，后面的内容无法改变它们，重算只会得到同样的数。',
  },
  cached_v: {
    title: '保留的值',
    text: '前面词元的值，与键一起保留。查询不必保留：没有哪个查询会用到第二次。',
  },
  new_k: {
    title: '新词元的键',
    text: '保留的键之后的各行。这里显示全部词元，所以前面词元的键也在，但用的是保留的那些：数是相同的。',
  },
  new_v: {
    title: '新词元的值',
    text: '保留的值之后的各行，做法与键一样。',
  },
  k_cache: {
    title: '加上新键的键',
    text: '新词元的键接在保留的键后面。这样，它的查询就能与所有的键相比较。每多一个词元，缓存就多一行。',
  },
  v_cache: {
    title: '加上新值的值',
    text: '新词元的值接在保留的值后面，顺序与键相同。',
  },
};
