// What may be typed: every setting of the page, and errors of one line for anything else.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import stringWidth from 'string-width';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';
import { engine, modules } from '../state/support/store.mjs';
import { anyState } from '../state/support/any-state.mjs';
import { printed, run } from './support/command.mjs';

const { PROPERTIES, settingOf, writeHash, isFlagOn } = {
  ...(await importWeb(
    'playground/attributes.ts',
    'playground/settings/table.ts',
    'playground/address.ts',
  )),
  isFlagOn: ({ type, first }) => 'flag' in type && first === true,
};

/** Settings as a person types them. */
function argumentsOf(state) {
  return PROPERTIES.flatMap(({ setting: name, attribute }) => {
    const setting = settingOf(name);
    const value = state[name];
    const isSame = JSON.stringify(value) === JSON.stringify(setting.first);
    if (name === 'mode' || name === 'columnSums' || (isSame && name !== 'memory')) return [];
    if (name === 'sentences') return [];
    if (name === 'memory') return value.flatMap((text) => ['--memory', text]);
    if ('flag' in setting.type) return [isFlagOn(setting) ? `--no-${attribute}` : `--${attribute}`];
    return [`--${attribute}=${setting.type.write(value)[0]}`];
  });
}

/** The address of the state that the page has with these settings; the problem if it refuses them. */
function expectedOf(state) {
  const store = new modules.PlaygroundStore();
  try {
    store.adopt({}, modules.plainVisit('en'));
    store.start(engine);
    const names = PROPERTIES.map(({ setting }) => setting).filter((name) => name !== 'mode');
    const patch = Object.fromEntries(names.map((name) => [name, state[name]]));
    store.update({ ...patch, kind: state.kind });
    return store.problem ? undefined : `#${writeHash(store.state)}`;
  } finally {
    store.dispose();
  }
}

describe('any settings, together', () => {
  let refused = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    test(`seed ${seed}`, async () => {
      const random = seeded(seed);
      const state = { ...anyState(random), given: [], gradients: false };
      const args = [...argumentsOf(state), `--kind=${state.kind}`, ...state.sentences];
      const expected = expectedOf(state);
      const { code, stdout, stderr } = await run([...args, '--link', 'https://example.org/']);
      assert.equal(code, expected === undefined ? 2 : 0, `${args.join(' ')}\n${stderr}`);
      if (expected === undefined) refused += 1;
      else assert.equal(new URL(stdout).hash, new URL(expected, 'https://example.org/').hash);
    });
  }
  test('most of them are possible', () => assert.ok(refused < 6, `${refused} of 10`));
});

describe('help', () => {
  for (const lang of ['en', 'zh']) {
    test(`names every option of the page, and examples that work: ${lang}`, async () => {
      const text = await printed(['--help', '--lang', lang]);
      for (const { setting: name, attribute } of PROPERTIES) {
        if (['sentences', 'mode', 'columnSums'].includes(name)) continue;
        const option = isFlagOn(settingOf(name)) ? `--no-${attribute}` : `--${attribute}`;
        assert.match(text, new RegExp(`^  ${option}[ \n]`, 'm'), option);
      }
      assert.equal(/[一-龥]/.test(text), lang === 'zh');
      const examples = [...text.matchAll(/^  npx attention-playground (.*)$/gm)].map(
        ([, one]) => one,
      );
      assert.ok(examples.length >= 5);
      const first = [...examples[0].matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, text, word]) => text ?? word,
      );
      assert.ok((await printed([...first, '--lang', lang])).length > 1000);
    });
  }

  test('fits the terminal, in both languages', async () => {
    for (const lang of ['en', 'zh']) {
      for (const command of [['--help'], ['train', '--help']]) {
        const text = await printed([...command, '--lang', lang], { env: { COLUMNS: 72 } });
        // Examples are copied whole.
        const lines = text.split('\n').filter((line) => !line.startsWith('  npx '));
        assert.deepEqual(
          lines.filter((line) => stringWidth(line) > 72),
          [],
        );
      }
    }
  });

  test('is what one gets who types train --help, and the version that of the package', async () => {
    assert.match(await printed(['train', '--help']), /four-pairs/);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal((await printed(['--version'])).trim(), version);
  });
});

describe('exit code 2, one line on standard error and none elsewhere', () => {
  const wrong = {
    'an option that there is not': [['--hads', '2', 'a'], /--hads; did you mean --heads/],
    'an option like none': [['--xyzzy', 'a'], /no option --xyzzy\n/],
    'an option without its value': [
      ['a', '--heads'],
      /--heads needs a value: a whole number from 1 to 16/,
    ],
    'no number': [['a', '--heads', 'many'], /--heads: many, accepted is a whole number/],
    'a number beyond': [['a', '--d-model', '1000'], /--d-model: 1000, accepted .* 512/],
    'a fraction': [['a', '--heads', '1.5'], /--heads: 1.5/],
    'a word that it does not know': [
      ['a', '--positions', 'here'],
      /none, sinusoidal, learned, rotary/,
    ],
    'heads that do not divide': [['a', '--heads', '5'], /5 ∤ 64/],
    'a head that there is not': [['a', '--head', '9'], /--head: 9, .*from 1 to 4/],
    'a step that there is not': [['a', '--step', 'nothing'], /no step nothing; steps are ids/],
    'a language that it does not speak': [['a', '--lang', 'fr'], /--lang: fr, accepted is en, zh/],
    'a language of Python that there is not': [['a', '--program', 'perl'], /torch, numpy/],
    'a notebook of nothing': [['a', '--notebook'], /--notebook does nothing without --program/],
    'sampling of nothing': [['a', '--top-k', '3'], /--top-k does nothing without --generate/],
    'two things on standard output': [['a', '--json', '--markdown'], /--json, --markdown/],
    'an address that is none': [['a', '--link', 'here'], /--link: here/],
    'a folder that there is not': [['a', '--svg', '/none/x.svg'], /\/none\/x.svg: ENOENT/],
    'a layer that writes': [['a', '--generate'], /--generate: a model with a decoder/],
    'no sentence': [['-'], /no sentence/],
    'a blank sentence': [['  '], /no sentence/],
    'too many sentences': [Array.from({ length: 17 }, () => 'a'), /more than 16/],
    'too long a sentence': [['a '.repeat(70)], /64/],
    'too few temperature': [
      ['a', '--model', 'decoder-only', '--generate', '--sampling-temperature', '0'],
      /--sampling-temperature: 0/,
    ],
    'no task': [['train'], /task is missing: four-pairs/],
    'another task': [['train', 'revers'], /no task revers; did you mean reverse/],
    'two tasks': [['train', 'ring', 'copy'], /too many words: copy/],
    'updates beyond': [['train', 'ring', '--updates', '0'], /--updates: 0, .*from 1 to 5000/],
  };
  for (const [name, [args, said]] of Object.entries(wrong)) {
    test(name, async () => {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, said);
      assert.match(stderr, /^attention-playground: [^\n]+\n$/);
    });
  }

  test('in Chinese, too', async () => {
    for (const args of [['--hads'], ['a', '--heads'], ['a', '--heads', 'x'], ['train'], ['-']]) {
      const { code, stderr } = await run([...args, '--lang', 'zh']);
      assert.equal(code, 2);
      assert.match(stderr, /^attention-playground：[^\n]*[一-龥][^\n]*\n$/, args.join(' '));
    }
  });
});
