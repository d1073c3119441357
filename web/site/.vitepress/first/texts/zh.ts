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
  doors: {
    title: '接下来去哪里',
    learn: {
      title: '学习',
      text: '注意力手算：三个词、整数，一步一句话。',
    },
    play: {
      title: '工作台',
      text: 'Transformer 的每一步、每一格：输入、修改、加掩码、故意出错、求梯度。',
    },
    train: {
      title: '十秒训练一个模型',
      text: '看随机数在您的浏览器里变成模型，任何一个梯度都能打开。',
    },
  },
  mistakes: {
    title: '十个不报错的常见错误',
    text: '形状对得上，程序能运行，数却是错的。每一个都能在工作台上打开，错与对并排。',
  },
  package: {
    title: '在程序里使用',
    text: '同样的内核，用于 Node 和浏览器，结果与 PyTorch 一致：',
    link: 'API',
  },
  embed: {
    title: '放进您自己的网页',
    text: '一个脚本，一个标签，哪种网站都行：',
    link: '嵌入网页',
  },
};
