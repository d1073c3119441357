// What is right, computed by hand, and wrong numbers with the mistake that is told of each; by lesson and beat.

/** Options that the engine decides about. */
export const RIGHT = {
  'by-hand/shares': 2,
  'heads/find': 1,
  'together-again/four': 2,
  'two-sentences/table': 0,
  'it-translates/second': 0,
};

const q = '1, 3, 12';
const kv = '1, 4, 12';
const table = '1, 2, 3, 4';
const shapes = [q, kv, kv, '1, 2, 3, 6', '1, 2, 4, 6', table, table, '1, 2, 3, 6', q];
const but = (at, text) => shapes.map((one, i) => (i === at ? text : one));

/**
 * Of each field what is typed; `''` where nothing is told but that it is wrong. What is `counted` is in no cell whose working
 * could be shown.
 */
export const NUMBERS = {
  'by-hand/dot': {
    right: ['14', '10', '9'],
    wrong: [
      [['14', '10', '10'], ''],
      [['9', '10', '14'], ''],
      [['6', '5', '4'], ''],
    ],
  },
  'by-hand/mix': {
    right: ['2.96'],
    wrong: [
      [['-2.96'], 'sign'],
      [['2.00'], 'otherColumn'],
      [['2.93'], 'unfinished'],
      [['5'], ''],
      [['6'], ''],
    ],
  },
  'shares/recall': {
    right: ['1'],
    wrong: [
      [['-1'], 'sign'],
      [['2'], 'otherRow'],
      [['7'], ''],
    ],
  },
  'shares/hand': {
    right: ['0.58'],
    wrong: [
      [['7.39'], 'undivided'],
      [['58'], 'percent'],
      [['−0.58'], 'sign'],
      [['0.21'], 'otherColumn'],
      [['0.61'], 'nearly'],
      [['2/3'], ''],
    ],
  },
  'query-key-value/query': {
    right: ['1', '4', '3'],
    wrong: [
      [['1', '1', '3'], ''],
      [['1', '5', '2'], ''],
    ],
  },
  'why-scale/hand': {
    right: ['10.97'],
    wrong: [
      [['19'], 'unscaled'],
      [['6.33'], 'scaledByWidth'],
      [['32.9'], 'multiplied'],
      [['11.55'], 'otherRow'],
      [['1'], ''],
    ],
  },
  'word-order/add': {
    right: ['1.84', '0.54', '0.01', '2'],
    wrong: [
      [['1', '0', '0', '1'], ''],
      [['0.84', '0.54', '0.01', '1'], ''],
    ],
  },
  'no-looking-ahead/row': {
    right: ['0', '0', '-inf'],
    wrong: [
      [['0', '−∞', '−∞'], ''],
      [['1', '1', '0'], ''],
    ],
  },
  'no-looking-ahead/corner': {
    right: ['0', '0', '0', '−∞'],
    wrong: [[['0', '-inf', '-inf', '-inf'], '']],
  },
  'padding/shape': {
    right: ['2, 1, 1, 4'],
    wrong: [
      [['2, 1, 4, 1'], 'order'],
      [['2, 2, 4, 4'], 'size'],
      [['2, 4'], 'length'],
    ],
  },
  'which-axis/down': {
    right: ['0.42'],
    wrong: [
      [['-0.42'], 'sign'],
      [['0.16'], 'otherRow'],
      [['0.58'], 'otherColumn'],
      [['2.72'], 'undivided'],
    ],
  },
  'heads/strides': {
    right: ['24, 2, 8, 1'],
    wrong: [
      [['24, 6, 2, 1'], 'copied'],
      [['24, 8, 2, 1'], 'stride'],
      [['24, 2, 8'], 'length'],
    ],
  },
  'heads/row': {
    right: ['20', '21'],
    wrong: [
      [['12', '13'], ''],
      [['18', '19'], ''],
    ],
  },
  'together-again/copied': {
    right: ['24'],
    counted: true,
    wrong: [
      [['0'], ''],
      [['8'], ''],
    ],
  },
  'together-again/count': {
    right: ['16,384'],
    counted: true,
    wrong: [
      [['4096'], 'onePart'],
      [['131072'], ''],
    ],
  },
  'tiles/rise': {
    right: ['1.37'],
    wrong: [
      [['-1.37'], 'sign'],
      [['2'], 'uncorrected'],
      [['1.02'], 'otherRow'],
      [['1.41'], 'nearly'],
      [['0.37'], ''],
    ],
  },
  'tiles/mix': {
    right: ['1.37', '2.1', '3.74'],
    wrong: [
      [['2', '4', '5'], ''],
      [['1', '1.54', '2.72'], ''],
    ],
  },
  'a-gradient/score': {
    right: ['-2/3'],
    wrong: [
      [['0.67'], 'sign'],
      [['0.33'], 'otherColumn'],
      [['1'], ''],
    ],
  },
  'a-gradient/query': {
    right: ['-1/3', '2/3'],
    wrong: [
      [['-2/3', '1/3'], ''],
      [['1/3', '-2/3'], ''],
    ],
  },
  'a-gradient/step': {
    right: ['1'],
    wrong: [
      [['-1'], 'sign'],
      [['-2'], 'otherColumn'],
      [['3'], ''],
    ],
  },
  'a-gradient/loss': {
    right: ['0.02'],
    wrong: [
      [['-0.02'], ''],
      [['0.98'], ''],
    ],
  },
  'a-gradient/adam': {
    right: ['-0.1'],
    wrong: [
      [['0.1'], 'sign'],
      [['-0.2'], ''],
    ],
  },
  'two-sentences/shapes': {
    right: shapes,
    wrong: [
      [but(5, '1, 2, 4, 3'), 'order'],
      [but(1, q), 'size'],
      [but(8, '1, 2, 3, 6'), 'length'],
    ],
  },
  'the-block/norm': {
    right: ['-1.4', '−0.2', '0.2', '1.4'],
    wrong: [
      [['-7', '-1', '1', '7'], ''],
      [['1.4', '0.2', '-0.2', '-1.4'], ''],
    ],
  },
  'word-after-word/count': {
    right: ['10'],
    counted: true,
    wrong: [
      [['5'], ''],
      [['50'], ''],
    ],
  },
};

/** The steps of an order as they run, by their paths. */
export const ORDERS = {
  'the-block/pre': [
    'encoder.0.norm_1',
    'encoder.0.self_attention.weights',
    'encoder.0.residual_1',
    'encoder.0.feed_forward.hidden',
    'encoder.0.feed_forward.activation',
    'encoder.0.feed_forward.output',
  ],
};

/** Which cell of the figure is clicked: the head that is chosen first where there are several, the step and the index; and another one. */
export const CELLS = {
  'it-translates/find': {
    head: 1,
    path: 'decoder.1.cross_attention.weights',
    right: [0, 1, 7, 4],
    wrong: [0, 1, 8, 4],
  },
  'watch-it-learn/point': {
    path: 'decoder.1.self_attention.weights',
    right: [0, 0, 12, 5],
    wrong: [0, 0, 12, 4],
  },
};
