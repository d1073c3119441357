/** The map of a Transformer. */
export const texts = {
  title: 'Map of the Transformer',
  here: 'You are at: {name}',
  hint: 'From the bottom up. A click on a step goes there; on a block it opens or closes. Keys: arrows, Enter, + and −.',
  back: 'To the map',
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
  untrained: 'Random parameters (seed {seed}): untrained.',
};

export type Texts = typeof texts;
