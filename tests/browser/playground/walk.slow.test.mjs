// More walks than walk.test.mjs has, which goes to every step: here a step of each kind is drawn, and each drawn cell compared with
// the recorded tensor.

import { after, before, test } from 'node:test';
import { layer, openSite } from '../support/site.mjs';
import { eachNumberIsTheEngines } from './support/walk.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const withPage = (body) => site.withPage(layer.en, body, { height: 900 });

const walks = {
  'a padded batch with three masks, the causal one with an offset': {
    sentences: ['The dog barked very loudly.', 'I like you'],
    tokens: [null, null],
    mask: 'causal padding custom',
    causalOffset: 1,
  },
  'heads of own widths, an output wider than D, capped scores': {
    heads: 3,
    dModel: 16,
    dK: 5,
    dV: 7,
    outputWidth: 24,
    softcap: 2,
  },
  'no W_o, dropout by hand': {
    heads: 2,
    dModel: 8,
    dV: 6,
    outputProjection: false,
    training: true,
    dropoutP: 0.5,
    dropoutMask: true,
  },
  'cross-attention, training with dropout, temperature 2': {
    kind: 'cross',
    training: true,
    dropoutP: 0.5,
    temperature: 2,
  },
  'one matrix a head, a custom mask': {
    headMatrices: 'separate',
    mask: 'custom',
    heads: 2,
    dModel: 8,
  },
  'identity projections, no positions, scale 1': {
    projections: 'identity',
    positions: 'none',
    scale: 1,
    heads: 1,
    dModel: 16,
  },
  'no projections at all': { projections: 'none', positions: 'none' },
};

for (const [name, patch] of Object.entries(walks)) {
  test(`each drawn number of a step of each kind is the engine's: ${name}`, () =>
    withPage((page) => eachNumberIsTheEngines(page, patch, { one: true })));
}
