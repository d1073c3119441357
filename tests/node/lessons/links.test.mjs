// Links between the pages of the course lead to beats that are there.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { lessonsIn } from './support/check.mjs';

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
