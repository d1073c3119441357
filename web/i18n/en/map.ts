/** The map of a Transformer. */
export const map = {
  title: 'Map of the Transformer',
  here: 'You are at: {name}',
  hint: 'From the bottom up. Click a step to go there, a block to open or close it. Keys: arrows, Enter, + and −.',
  show: 'Show the map',
  hide: 'Hide the map',
  larger: 'Larger',
  smaller: 'Smaller',
  foldAll: 'Close all',
  times: '{n} × {stack}',
  stack: '{stack}, {n} layers',
  stackOne: '{stack}, 1 layer',
  shownLayer: '{stack}, {n} layers, of which layer {shown} is shown',
  layer: 'layer {n}',
  untrained: 'Untrained: random parameters (seed {seed}).',
};
