// The words on the cards beside their sentences (web/learned/twins.ts). The faces have these characters and ASCII: a new one needs scripts/card-font.py.

export const texts = {
  en: {
    name: ['Attention', 'Playground'],
    line: 'Attention, one number at a time',
    note: 'All attention weights of one trained head',
  },
  zh: {
    name: ['注意力', '演练场'],
    line: '注意力，一次看一个数',
    note: '训练好的一个头，它的全部注意力权重',
  },
};
