import type { texts as english } from './en';

export const texts: typeof english = {
  promise:
    '您知道“{asked}”指的是什么。没有人告诉过这个小网络，它自己学会了往哪里看。图中的数就是它的注意力权重。',
  predict: '先猜一猜',
  question: '把“{word}”换成“{other}”，“{asked}”会看向哪里？',
  both: '两个都看',
  show: '直接看答案',
  guessed: '您猜的是：{guess}。现在换掉这个词看看。',
  change: '{word} → {other}',
  turned: '“{asked}”现在看向“{turned}”：{weight}。',
  /** Between two sentences. */
  space: '',
  verdict: {
    right: '您猜对了。',
    stays: '不再是“{meant}”：这个词还在句子里，但一个词就改变了结果。',
    both: '注意力可以分给几个词，加起来总是 1；这里几乎全给了一个词。',
    shown: '一个词就让它转了向。',
  },
  cutNow: '真的是这个头在起作用吗？按图下方的“{cut}”试试。',
  wasCut: '答案没有了：“{asked}”指什么，全靠这个头。',
  stayed: '答案没有变。',
  walk: '看看 {weight} 是怎么算出来的',
  back: '回到问题',
  again: '再来一次',
};
