// The words on the cards. The faces have these characters and ASCII: a new one needs scripts/card-font.py.

/** A shipped model, and the head whose weights are drawn; `word` below is the one whose row stands out. */
export const shown = {
  model: 'referent-emergent',
  step: 'encoder.1.self_attention.weights',
};

export const texts = {
  en: {
    name: ['Attention', 'Playground'],
    line: 'Attention, one number at a time',
    sentence: 'the dog finished the bread because it was hungry',
    word: 'it',
    note: 'All attention weights of one trained head',
  },
  zh: {
    name: ['注意力', '演练场'],
    line: '注意力，一次看一个数',
    sentence: '马吃完了奶酪，因为它很饿',
    word: '它',
    note: '训练好的一个头，它的全部注意力权重',
  },
};
