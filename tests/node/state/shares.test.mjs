// Parts in per cent, and losses: what is rounded never reads as nothing or as all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';

const { shareText, notZero, share, filled } = await importWeb(
  'i18n/share.ts',
  'panels/training/words.ts',
  'learned/claim.ts',
);

const format = (lang, digits) =>
  new Intl.NumberFormat(lang, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

test('nothing and all are said of them alone', () => {
  const random = seeded(11);
  for (let i = 0; i < 500; i += 1) {
    const near = 10 ** -(1 + 8 * random.unit());
    const value = random.coin() ? near : 1 - near;
    const digits = random.whole(0, 3);
    const text = shareText(format(random.coin() ? 'en' : 'zh', digits), value);
    const shown = Number(text.replace(/[<>%]/g, '')) / 100;
    assert.ok(shown > 0 && shown < 1, `${value} reads ${text}`);
    if (text.startsWith('<')) assert.ok(value < shown, `${value} reads ${text}`);
    else if (text.startsWith('>')) assert.ok(value > shown, `${value} reads ${text}`);
    else
      assert.ok(Math.abs(shown - value) <= 0.50001 * 10 ** (-2 - digits), `${value} reads ${text}`);
  }
  assert.equal(shareText(format('en', 1), 0), '0.0%');
  assert.equal(shareText(format('zh', 0), 1), '100%');
});

test('a head that is right 99.95 times of 100 is not said to be always right', () => {
  assert.equal(share('en', 0.9995062), '>99.9\u00a0%');
  assert.equal(share('zh', 0.0003), '<0.1%');
  const heads = [{ name: 'look', head: 0, points: 0.9997 }];
  const facts = { heldOut: { labels: 0.0002, sentences: 1, heads }, examples: 9, updates: 9 };
  assert.equal(filled('{points} {labels} {sentences}', facts, 'en'), '>99.9% <0.1% 100%');
});

test('a loss that is not 0 has another digit', () => {
  assert.equal(notZero(0.00002, 4), '2.0e-5');
  assert.equal(notZero(0.0002, 4), '0.0002');
  assert.equal(notZero(0, 2), '0.00');
});
