// A picture that stands in a page has the colours of whichever scheme the page has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawFigure, storeWith, web } from './support/draw.mjs';

const options = { lang: 'en', title: 'Weights', id: 'x' };
const [look, dark] = ['light', 'dark'].map((scheme) => web.paperLook(scheme));
const store = storeWith({ sentences: ['I like you'], mask: 'causal', step: 'weights' });
const figure = drawFigure(store, 'weights', [600, 480]);
const both = web.svgOf(figure, { ...options, look, dark });

const coloursIn = (svg) =>
  new Set([...svg.matchAll(/ (?:fill|stroke)="([^"u]+)"/g)].map(([, colour]) => colour));

for (const [place, one] of [look, dark].entries()) {
  test(`in the ${one.scheme} its colours are those of a picture of that scheme`, () => {
    const side = both.replace(/light-dark\(([^,]+),([^)]+)\)/g, (_, ...sides) => sides[place]);
    const alone = web.svgOf(figure, { ...options, look: one });
    const ground = one.colours.ground;
    const wanted = coloursIn(alone);
    const found = coloursIn(side).add(ground);
    assert.deepEqual([...found].sort(), [...wanted].sort());
  });
}

test('it has no ground of its own, and the same text', () => {
  const textsIn = (svg) => [...svg.matchAll(/>([^<>\n]+)</g)].map(([, text]) => text).sort();
  const alone = web.svgOf(figure, { ...options, look });
  assert.deepEqual([...textsIn(both), 'Weights'].sort(), textsIn(alone));
  assert.ok(!both.includes(`fill="${look.colours.ground}" d="M0 0`));
});
