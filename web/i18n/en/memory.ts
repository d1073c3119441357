/** The order of numbers in memory. */
export const memory = {
  title: 'Order in memory',
  shared:
    'Nothing moves: “{step}” reads the same storage as “{source}”. Only shape and strides are different.',
  window: 'Nothing moves: “{step}” is a window on the storage of “{source}”.',
  copied: '“{step}” is a copy: every number of “{source}” goes to its place in new memory.',
  detached:
    'Because a cell was edited, “{step}” has memory of its own now; “{source}” keeps its numbers.',
  copyAgain: 'Play the copy again',
  inMemory:
    'As it lies in memory: storage #{storage}, {n} {n|number|numbers}, one address after the other',
  newMemory:
    'After the copy: storage #{storage}, {n} {n|number|numbers} (old address ↓ new address)',
  readingOrder: '“{step}” in reading order: {n} {n|number|numbers}, each with its address',
  shape: 'shape',
  strides: 'strides',
  offset: 'offset',
  storage: 'storage',
  address: 'address',
};
