// What is right, computed by hand, and wrong numbers with the mistake that is told of each; by lesson and beat.

/** Options that the engine decides about. */
export const RIGHT = { 'by-hand/shares': 2 };

/** Of each field what is typed; `''` where nothing is told but that it is wrong. */
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
};
