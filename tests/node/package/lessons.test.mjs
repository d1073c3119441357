// The lessons keep to their limits, and docs/lessons.md says how they are.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lessonReport } from '../../../scripts/lessons/report.mjs';
import { markdownWith } from '../../../scripts/lib/files.mjs';
import { root } from '../../../scripts/lib/run.mjs';

const { lessons, passed, markdown } = await lessonReport();

test('no lesson passes a limit', () => {
  assert.deepEqual(passed, []);
});

test('each lesson is there in both languages, with the same prompts, beats and misconceptions', () => {
  const of = (lang) =>
    lessons
      .filter((lesson) => lesson.lang === lang)
      .map(({ name, order, beats, prompts, said, uses }) => ({
        ...{ name, order, beats, prompts, said },
        uses: uses.filter((use) => use.startsWith('fault=')),
      }));
  assert.ok(of('en').length > 0);
  assert.deepEqual(of('zh'), of('en'));
});

test('docs/lessons.md is what npm run lessons writes', async () => {
  const path = 'docs/lessons.md';
  const written = await markdownWith(markdown, path, 'lessons');
  assert.equal(readFileSync(join(root, path), 'utf8'), written);
});
