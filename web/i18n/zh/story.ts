import type { story as english } from '../en/story.js';

/** The guided walk: its stops, and what each says of the sentence that is shown. */
export const story: typeof english = {
  place: '{n} / {total}',
  whyIs: '为什么？',
  lesson: '动手试试',
  openLayer: '走进：{name}',
  toWorkbench: '工作台',
  toWorkbenchHint: '所有步骤、所有数字、全部设置',
  toGuided: '导览',
  toGuidedHint: '一次一步，一步一句话',
  again: '重新开始',
  skip: '跳到图',
  chapters: {
    words: {
      title: '词',
      why: '网络只会计算数字。所以每个词（或词的一部分）先换成它在表中的行号。',
    },
    vectors: {
      title: '词变成向量',
      why: '一个数只能把词排成一列；许多个数可以让两个词在某方面相像，在另一方面不同。注意力看不出词的先后，所以位置也变成数加进来。',
    },
    before: {
      title: '前面的层',
      why: '一层注意力只看一次。有了多层，后面的层看到的词已经了解了自己的邻居。',
    },
    projections: {
      title: '查询、键和值',
      why: '一个词在找什么、靠什么被找到、交出什么，是三件不同的事。所以各有一个矩阵，训练时可以只动其中一个。',
    },
    heads: {
      title: '拆成多头',
      why: '一次 softmax 只给每个词一个答案。几个头并排，就能同时找几样东西，每个头分到一部分数。',
    },
    scores: {
      title: '分数',
      why: '两列数方向越一致，点积越大：这就是键对查询的回应程度。点积随长度增大，所以要除以 √d_k；否则 softmax 只选一个词，就再也学不到东西。',
    },
    mask: {
      title: '掩码',
      why: '有些词不能看：要猜下一个词时，后面的词不能看；填充不代表任何词，也不能看。在分配份额之前加上 −∞，份额就恰好是 0。',
    },
    weights: {
      title: '注意力权重',
      why: '分数可以是任何数。要混合，就需要和为 1 的份额，而且要平滑变化，训练才能调整它们。softmax 两样都做到了。',
    },
    late_mask: {
      title: '掩码来得太晚',
      why: '份额已经分完了。现在屏蔽的份额就丢了，剩下的加起来不再是 1。',
    },
    mix: {
      title: '混合各个值',
      why: '注意力就是为了这一步：一个词按份额从别的词那里取来它们交出的内容。',
    },
    one_head: {
      title: '只有一个头',
      why: '多头的代码总要拆开再拼起来。只有一个头时，这几步都让所有的数留在原处。',
    },
    output: {
      title: '输出',
      why: '每个头都找到了自己的东西。它们的结果在输出矩阵这里相遇，每个词的向量也恢复原来的宽度，好让下一层读取。',
    },
    after: {
      title: '后面的层',
      why: '结果加到这个词原来的向量上，继续向后：经过更多的层，最后得到答案。',
    },
  },
  says: {
    words: '{n} 个词各换成表中的行号：“{word}”是第 {id} 行。',
    looked: '每个词变成 {width} 个数，就是表中的那一行：“{word}”的第 {c} 个数是 {value}。',
    placed:
      '每个词变成 {width} 个数：“{word}”的第 {c} 个数是表中的 {first} + 位置的 {second} = {value}。',
    given: '每个词直接给出 {width} 个数：“{word}”的第 {c} 个数是 {value}。',
    before: '前面的层已经把词混合过了：“{word}”的第 {c} 个数进来时是 {before}，现在是 {value}。',
    projections:
      '三个矩阵把每个词变成查询、键和值：“{word}”的查询的第 {c} 个数是 {n} 个乘积的和，{value}。',
    heads: '每个头分到每个查询、键和值的 {width} 个数：“{word}”给第 {head} 个头的从 {value} 开始。',
    scores: '“{key}”能回应“{query}”的查询吗？查询与键的 {n} 个乘积加起来是 {value}。',
    scaled:
      '“{key}”能回应“{query}”的查询吗？{n} 个乘积加起来是 {raw}，除以 {divisor}，得 {value}。',
    multiplied:
      '“{key}”能回应“{query}”的查询吗？{n} 个乘积加起来是 {raw}，乘以 {factor}，得 {value}。',
    open: '在“{query}”这一行，{n} 个词中有 {hidden} 个被 −∞ 屏蔽；“{key}”的分数仍是 {value}。',
    shut: '在“{query}”这一行，{n} 个词中有 {hidden} 个被 −∞ 屏蔽；“{key}”也在其中，它的分数 {score} 没有了。',
    weights: '{gives}：e^({score} − {maximum}) = {power}，再除以这一行的和 {sum}。',
    gives: '“{query}”把 {value} 的注意力给了“{key}”',
    writes: '读到“{query}”、要写“{written}”时，解码器把 {value} 的注意力给了“{key}”',
    nothing: '对“{query}”来说所有的键都被屏蔽，所以它的权重全是 0。',
    late_mask: '“{query}”的权重在 softmax 之后才屏蔽：加起来不再是 1，而是 {value}。',
    mix: '新的“{query}”由各个值混合而成：{parts}；第 {c} 个数是 {value}。',
    part: '“{key}”占 {weight}',
    one_head: '只有一个头，拆开再拼起来什么都不移动：“{word}”的第 {c} 个数前后都是 {value}。',
    output: '混合的结果乘以输出矩阵：“{word}”的第 {c} 个数是 {n} 个乘积的和，{value}。',
    joined: '各个头又并排在一起：“{word}”的第 {c} 个数是 {value}。',
    after: '后面的层接着算：“{word}”的第 {c} 个数原来是 {before}，最后是 {value}。',
    answer: '最后，“{word}”得到的回答是“{answer}”，概率 {value}。',
  },
};
