import { claims } from '../claims/zh.js';
import type { ShippedName } from '../names.js';
import type { ModelText } from './en.js';

const walks = {
  data: '从 16 个字母中随机取 8 至 12 个排成一个环，反复绕行，每一步有 15 % 的可能跳到别处。只在走过的地方要求它回答。',
  cannot: '它只认识 16 个字母。跳走之后的下一步，谁也说不准。',
};

export const texts: Readonly<Record<ShippedName, ModelText>> = {
  'referent-emergent': {
    ...claims['referent-emergent'],
    data: '中英文各 16,800 个句子，如“狗吃完了面包，因为它很饿”，有主动也有被动。模型要在“它”的位置说出所指的词；评判所用的句子里，两个名词都没有和那个形容词一起出现过。',
    heads:
      '第 1 层只用四个数，把形容词带到“它”那里。第 2 层唯一的头从“它”看向与形容词相配的名词，看到什么就答什么：除此之外没有别的东西到达输出。',
    cannot:
      '它只认识 140 个词和这两种句子。有些句子里它看的是形容词或别处，却仍然答对，靠的是第 1 层已经传过来的东西。',
  },
  referent: {
    ...claims.referent,
    data: '同样的句子。损失把一个头在“它”处的权重与正确的词相比较。',
    heads: '第 2 层的第一个头会指，是因为训练要求它指；指之前所需的东西，由第 1 层自己学会收集。',
    cannot: '它只说在哪里，不说是什么词。它只认识 140 个词和这两种句子。',
  },
  'translation-textbook': {
    ...claims['translation-textbook'],
    data: '“Tom stole four small fish at the school today” 这样的句子，译成中文时时间和地点在前，还要加量词：共 816,480 种组合，训练用 8,000 个，形容词与名词的一些搭配留出不用。',
    heads: '在解码器最后的交叉注意力中，写一个中文词的位置会看向它所对应的英文词，词序变了也一样。',
    cannot: '它只认识 60 个英文词和 72 个中文词，以及一种句型。',
  },
  'four-pairs': {
    ...claims['four-pairs'],
    data: 'I am a student、I am a teacher、Good morning、Thank you very much 和它们的中文。',
    heads: '说不出什么规律：背下来的东西不需要对齐。',
    cannot: '翻译其他任何句子。',
  },
  numbers: {
    ...claims.numbers,
    data: '0 至 99,999 的英式数词，十分之一留出不用。交叉注意力的值直接取自词嵌入，这不是教科书的做法：解码器只有看到一个词，才知道它是什么。',
    heads: '交叉注意力找到接下来要写的那个数字所对应的词。',
    cannot: '写十、百、千、零时看哪里，我们没有找到规律。更大的数和“两”它都不会。',
  },
  'ring-before': {
    ...claims['ring-before'],
    heads: '第 1 层开始往回看一个位置，第 2 层还没有用上。',
    ...walks,
  },
  'ring-jump': {
    ...claims['ring-jump'],
    heads: '两个头正在成形：一个往回看，另一个开始找到它带来的东西。',
    ...walks,
  },
  ring: {
    ...claims.ring,
    heads:
      '第 1 层：从每个字母看向前一个。第 2 层：从一个字母看向它上一次出现时后面的那个（归纳头），那就是答案。',
    ...walks,
  },
  reverse: {
    ...claims.reverse,
    data: '从 16 个字母中取 8 至 12 个组成的列表。',
    heads: '交叉注意力从后往前读源序列。',
    cannot: '超过 12 个字母的列表：它学的是位置，再多就没有了。',
  },
  sort: {
    ...claims.sort,
    data: '从 16 个字母中取 8 至 12 个组成的列表。',
    heads: '交叉注意力按内容去找：看向与要写的字母相同的那个。',
    cannot: '超过 12 个字母的列表，以及 p 之后的字母。',
  },
  'verse-en': {
    ...claims['verse-en'],
    data: '四行诗，由 10 种句式、10 个形容词和 10 组各 4 个押韵的名词组成。第 1、2 行押韵，第 3、4 行押韵。',
    heads: '写到行末时，有些头会回看与之押韵的那一行的末尾，但没有哪个头总是如此。',
    cannot: '它只有 80 个词，心里没有意思。',
  },
  'verse-zh': {
    ...claims['verse-zh'],
    data: '四行，每行五字，由 14 个名词短语、14 个动词和分属四个韵部的 24 个句尾组成。有疑问的韵部没有采用。',
    heads: '写第 4 行末尾时，第 2 层的各个头合起来看向第 2 行末尾，占 {all}。',
    cannot: '它只有 83 个字，心里没有意思。',
  },
};
