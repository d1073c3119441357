/** What was wrong with an input or a setting, and what has been changed because of it. */
export const problems = {
  heading: 'This does not work',
  note: 'Note',
  dismiss: 'Dismiss',
  /** Arguments, by their names in the API. */
  names: {
    sentence: 'the sentence',
    numHeads: 'heads',
    value: 'the value',
    values: 'the values',
    index: 'the cell',
    path: 'the step',
    attnMask: 'the mask',
    keyPaddingMask: 'the padding mask',
    ids: 'token ids',
  },
  /** Where a step is named that is not there: {names} */
  steps: 'The steps here: {names}.',
  /** By the code of the problem. */
  texts: {
    no_own_model:
      'This browser keeps no model of yours: train one on the page Train, and open it from there.',
    unknown_words: 'The trained model does not know: {actual}.',
    rank: 'The number of axes of {argument} does not fit: {actual}.',
    shape: 'The shape of {argument} does not fit: {actual}.',
    size: 'The count of numbers in {argument} does not fit: {actual}.',
    not_finite:
      'A cell takes a finite number (−∞ only in a mask); this is not one: {actual}. The last good numbers stay.',
    heads:
      'The heads share the width equally, so their number has to divide it: {actual}. Allowed here: {expected}.',
    rotary:
      'Rotary positions turn pairs of numbers, so the width d_k of a head has to be even, not {actual}.',
    range: '{argument} is {actual}, but only {expected} is accepted here.',
    range_whole: '{argument} is {actual}, but only whole numbers {expected} are accepted here.',
    number: '{argument} has to be a number, {expected}.',
    option: 'There is no option {argument} here; {expected} may be meant.',
    type: '{argument} is of a kind that is not accepted: {actual}.',
    missing: '{argument} is missing.',
    conflict: '{argument} contradicts another setting.',
    overflow: 'That is more numbers than memory can hold: {actual}.',
    step: 'There is no step “{actual}” here.',
    index: 'There is no cell {actual} in this step.',
    view: 'The order in memory does not allow this view.',
    file: 'This file cannot be read: {argument} is {actual}, expected {expected}.',
    disposed: 'These numbers have been freed; try again.',
    empty: 'There has to be at least one token: {argument} is empty.',
    blank: 'There has to be at least one token: {argument} holds only spaces.',
    too_long:
      '{argument} has more than {expected} tokens, the limit here. The last good text stays in use.',
    too_many_characters:
      '{argument} has {actual} characters; {expected} is the limit here. The last good text stays in use.',
    too_many_numbers:
      'That would make {actual} numbers of your own; {expected} is the limit here, as the address holds them.',
    too_large:
      'With these sentences, layers and heads, {argument} can be at most {expected}, not {actual}: one pass would hold up the page.',
    paste_shape:
      'The pasted matrix is {actual}, but {expected} is needed (rows × columns, all rows equally long). Rows are lines, or lists such as [[1, 2], [3, 4]].',
    paste_number:
      'The pasted matrix holds something that is not a number, at row and column {actual}. Numbers are separated by tabs, commas or spaces; rows are lines, or lists such as [[1, 2], [3, 4]].',
    url_version: 'This address was written for another version of the page and cannot be read.',
    state_version: 'This state was saved for another version of the page and cannot be read.',
  },
  notices: {
    paddingAdded:
      'The sentences differ in length, so the shorter ones are filled up with [PAD], and the padding mask was switched on.',
    paddingVisible:
      'No mask hides the [PAD] tokens: queries read them as if they were words. Choose a padding mask to see the difference.',
    wordsUnread: 'The trained model does not know: {words}. It reads the rest.',
    editsDropped: 'Edits of cells that no longer exist were dropped: {n}.',
    editsNotInLink: 'More than {n} {n|cell is|cells are} edited: the address does not hold them.',
    faultDropped: 'The chosen fault cannot be made with these settings, so there is none now.',
    lookAt: '{text}',
    fetchingModel: 'The trained model is being fetched…',
    parametersDropped:
      'The trained model cannot be changed in this way: the parameters are random now.',
    downhillDropped: 'Steps downhill were for other settings and are taken back: {n}.',
    vectorsDropped: 'The given word vectors no longer fit; these tokens have random ones.',
    givenDropped: 'Matrices of your own that no longer fit were dropped: {n}.',
    clamped: 'What did not fit was changed to the nearest that does, or left out: {names}.',
  },
};
