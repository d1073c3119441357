// The pages of the site, and what is asked of each.

import { first, home, layer } from '../../support/site.mjs';

/** The panels by the names of their pages: each one's element, and the file that it comes in. */
export const panelFiles = {
  positions: ['positional-encoding', 'positional-encoding'],
  scaling: ['scaling-study', 'scaling'],
  'attention-kinds': ['attention-kinds', 'attention-kinds'],
  generate: ['token-generation', 'generate'],
  tiles: ['tiled-attention', 'tiles'],
  train: ['training-run', 'training'],
  workers: ['head-workers', 'workers'],
};
export const panels = Object.keys(panelFiles);

/** The pages of a language, by what follows its folder. */
export const pages = [
  '/',
  '/play',
  '/transformer',
  ...panels.map((name) => `/explore/${name}`),
  ...[
    'models',
    'take-along',
    'offline',
    'command-line',
    'notebooks',
    'embed',
    'elements',
    'hosts/next',
    'api',
    'benchmark',
  ].map((name) => `/guide/${name}`),
];

/** What is fetched first in a language, and the budget of each. */
export const firstViews = (language) => ({
  'of the first screen': { path: first[language], budget: 'firstScreen' },
  'of the workbench, with its trained model': { path: home[language], budget: 'workbench' },
  'of the workbench, without a trained model': { path: layer[language], budget: 'workbench' },
});
