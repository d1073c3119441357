// Links between the pages of the course lead to beats that are there, and those of faults, too.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { lessonsIn } from './support/check.mjs';

const { EXAMPLES, LESSONS } = await importWeb(
  'parts/fault/lessons.ts',
  'site/.vitepress/mistakes/examples.ts',
);

for (const lang of ['en', 'zh']) {
  const folder = join(root, 'web/site', lang === 'zh' ? 'zh/learn' : 'learn');
  const lessons = lessonsIn(lang);

  test(`links to beats lead to beats: ${lang}`, () => {
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [link, page, beat] of text.matchAll(/\]\(\.\/([\w-]+)#([\w-]+)\)/g)) {
        assert.ok(existsSync(join(folder, `${page}.md`)), `${file}: ${link}`);
        const ids = lessons[page]?.lesson.beats.map(({ id }) => id) ?? [];
        assert.ok(ids.includes(beat), `${file}: ${link}: there are ${ids}`);
      }
    }
  });
}

test('a fault leads to the beat that shows it or asks about it; every fault that a lesson makes has one', () => {
  const { en, zh } = { en: lessonsIn('en'), zh: lessonsIn('zh') };
  const course = Object.values(en).filter(({ source }) => /^order: /m.test(source));
  const faultsOf = ({ state }) => /\bfault=(\w+)/.exec(state)?.[1];
  for (const [fault, link] of Object.entries(LESSONS)) {
    const [lesson, beat] = link.split('#');
    for (const lessons of [en, zh])
      assert.ok(
        lessons[lesson]?.lesson.beats.some(({ id }) => id === beat),
        `${fault}: ${link}`,
      );
  }
  const made = course.flatMap(({ lesson }) => lesson.beats.map(faultsOf));
  for (const fault of new Set(made))
    if (fault && fault !== 'none') assert.ok(Object.hasOwn(LESSONS, fault), fault);
});

test('every broken output has a lesson: those of the cards', () => {
  for (const lang of ['en', 'zh']) {
    const { source } = lessonsIn(lang).mistakes;
    const shown = [...source.matchAll(/<!-- broken (\w+) -->/g)].map(([, fault]) => fault);
    assert.deepEqual(shown, Object.keys(EXAMPLES));
    for (const fault of shown) {
      assert.ok(source.includes(`<!-- mended ${fault} -->`), fault);
      const [page] = LESSONS[fault].split('#');
      assert.ok(source.includes(`](./${page}#`), fault);
    }
  }
});
