import type { Language } from '../../../i18n/index.js';
import type { CardFault } from './examples';

interface MistakeTexts {
  list: string;
  wrong: string;
  right: string;
  open: string;
  head: string;
  /** What is seen in a picture, in words. */
  seen: Record<'sums' | 'row' | 'column' | 'head', string>;
  masked: string;
  /** Between the members of a list, and before its last one. */
  comma: string;
  and: string;
  /** As people search for it, and what they notice in the output. */
  mistakes: Record<CardFault, { title: string; text: string }>;
}

/** The words of the cards of common mistakes. */
export const mistakeTexts: Record<Language, MistakeTexts> = {
  en: {
    list: 'Common mistakes',
    wrong: 'wrong',
    right: 'right',
    open: 'See it on the workbench',
    head: 'head {n}',
    seen: {
      sums: 'Rows add up to {cells}.',
      row: 'Row “{word}”: {cells}.',
      column: 'Column “{key}”: {cells}.',
      head: 'Head {n}: {cells}.',
    },
    masked: 'masked',
    comma: ', ',
    and: ' and ',
    mistakes: {
      softmax_axis: {
        title: 'Softmax over the wrong axis',
        text: 'The rows of weights add up to {cells}. Only the columns add up to 1.',
      },
      no_scale: {
        title: 'Forgot to divide by √d_k',
        text: 'Softmax all but picks one word: “{word}” gives “{key}” {wrong}, not {right}.',
      },
      scale_by_sqrt_d: {
        title: 'Scaled by √d_model instead of √d_k',
        text: 'The weights are too even: “{word}” gives “{key}” {wrong}, not {right}.',
      },
      scale_by_sqrt_h: {
        title: 'Scaled by √heads instead of √d_k',
        text: 'The fewer heads, the sharper: with {heads}, “{word}” gives “{key}” {wrong}, not {right}.',
      },
      mask_after_softmax: {
        title: 'Causal mask applied after softmax',
        text: 'No word sees the next ones, but weight is missing: rows add up to {cells}.',
      },
      padding_on_queries: {
        title: 'Padding mask on queries instead of keys',
        text: 'Words still look at {key}, “{word}” with {wrong}. Only the row of {key} itself is empty.',
      },
      mask_inverted: {
        title: 'Inverted mask: True or False?',
        text: 'Every word sees only what comes after it: “{word}” gives “{key}” {wrong}, not {right}.',
      },
      view_without_transpose: {
        title: 'view without transpose',
        text: 'The shape is right and nothing fails, but head {n} holds {cells}: numbers of “{first}” alone.',
      },
      dropout_in_evaluation: {
        title: 'Dropout left on: no model.eval()',
        text: 'The same input gives another output each time: weights are dropped, and rows add up to {cells}.',
      },
      finite_mask: {
        title: 'A fully masked row: −1e9, −∞ or NaN',
        text: '“{word}” may look nowhere. With −1e9 it gives each word {wrong}; with −∞ nothing, or NaN in PyTorch.',
      },
    },
  },
  zh: {
    list: '常见错误',
    wrong: '错',
    right: '对',
    open: '在工作台中查看',
    head: '头 {n}',
    seen: {
      sums: '各行之和：{cells}。',
      row: '“{word}”这一行：{cells}。',
      column: '“{key}”这一列：{cells}。',
      head: '头 {n}：{cells}。',
    },
    masked: '已屏蔽',
    comma: '、',
    and: '、',
    mistakes: {
      softmax_axis: {
        title: 'softmax 的轴（dim）选错了',
        text: '各行权重之和是 {cells}，和为 1 的反而是各列。',
      },
      no_scale: {
        title: '忘了除以 √d_k',
        text: 'softmax 几乎只选一个词：“{word}”给“{key}”的权重是 {wrong}，正确的是 {right}。',
      },
      scale_by_sqrt_d: {
        title: '除以 √d_model 而不是 √d_k',
        text: '权重过于平均：“{word}”给“{key}”的权重是 {wrong}，正确的是 {right}。',
      },
      scale_by_sqrt_h: {
        title: '除以 √h（头数）而不是 √d_k',
        text: '头越少，权重越集中：{heads} 个头时，“{word}”给“{key}”的权重是 {wrong}，正确的是 {right}。',
      },
      mask_after_softmax: {
        title: '在 softmax 之后才加因果掩码',
        text: '后面的词确实看不到了，但权重也少了一部分：各行之和是 {cells}。',
      },
      padding_on_queries: {
        title: '填充掩码加在了查询上，而不是键上',
        text: '词仍然看向 {key}：“{word}”给了它 {wrong}。整行变空的反而是 {key} 自己。',
      },
      mask_inverted: {
        title: '掩码弄反了：True 还是 False？',
        text: '每个词只看得到后面的词：“{word}”给“{key}”的权重是 {wrong}，正确的是 {right}。',
      },
      view_without_transpose: {
        title: '只用 view，没有 transpose',
        text: '形状没错，也不报错。但头 {n} 里是 {cells}，全都来自“{first}”。',
      },
      dropout_in_evaluation: {
        title: '推理时没关 dropout：忘了 model.eval()',
        text: '同样的输入，每次输出都不同：有些权重被丢弃，各行之和是 {cells}。',
      },
      finite_mask: {
        title: '整行被屏蔽：−1e9、−∞ 与 NaN',
        text: '“{word}”哪里都不该看。用 −1e9，它给每个词 {wrong}；用 −∞ 则全为 0，在 PyTorch 里是 NaN。',
      },
    },
  },
};
