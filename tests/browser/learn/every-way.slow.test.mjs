// A learner goes through every lesson: each prompt is answered in every wrong way, shown, taken back and answered right; each task
// is done in the live figure.

import { after, before, describe, test } from 'node:test';
import { openSite } from '../support/site.mjs';
import { answerInEveryWay, answerRight } from './support/answers.mjs';
import { goThrough, slugs } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** Its learner writes sentences, which are other ones in the other language; those of *it* in Chinese: walk.test.mjs. */
const WRITTEN = ['two-sentences'];

// Answers are marked by one code, so one language is enough; looks.slow.test.mjs goes through each lesson in the other.
describe('every prompt of a lesson', { concurrency: 3 }, () => {
  for (const [i, slug] of slugs.entries()) {
    const [ours, other] = i % 2 === 0 ? ['en', 'zh'] : ['zh', 'en'];
    test(`${slug}, ${ours}, in every way`, () => goThrough(site, slug, ours, answerInEveryWay));
    if (WRITTEN.includes(slug))
      test(`${slug}, ${other}, right`, () => goThrough(site, slug, other, answerRight));
  }
});
