// The site's build refuses a lesson with an error, and names the beat and what is accepted; a lesson of the course is the same
// in both languages but for its sentences.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check, given, lessonOf, lessonsIn, problemsIn } from './support/check.mjs';

const options = (...all) =>
  all
    .map(([mark, said]) => `<details${mark}><summary>one</summary>\n\n${said}\n\n</details>`)
    .join('\n\n');
const choice = (...all) => `<lesson-choice>\n\nWhich?\n\n${options(...all)}\n\n</lesson-choice>`;
const good = choice([' right', 'Yes.'], ['', 'No.']);
const task = (attributes, said = '') =>
  `<lesson-task ${attributes}>\n\nDo it.${said}\n\n</lesson-task>`;
const { KINDS } = check;
const forms = Object.values(KINDS).map(({ form }) => form);

describe('what is right is let through', () => {
  const texts = {
    'a choice': good,
    'a choice that the engine decides': choice(
      [' check="cell(scores, I, am) = 10"', 'Yes.'],
      [' check="cell(scores, I, am) = 9"', 'No.'],
    ),
    'a number': '<lesson-number of="scores" at="I, am">\n\nType.\n\n</lesson-number>',
    'a row': '<lesson-row of="weights" at="good">\n\nType.\n\n</lesson-row>',
    'a shape': '<lesson-shape of="weights">\n\nType.\n\n</lesson-shape>',
    'an order': '<lesson-order steps="scores weights context">\n\nSort.\n\n</lesson-order>',
    'a cell': '<lesson-point of="weights" at="I, am">\n\nClick.\n\n</lesson-point>',
    'a word':
      '<lesson-point text="I am good">\n\nClick.\n\n<details right><summary>am</summary>\n\nYes.\n\n</details>\n\n<details other><summary>another</summary>\n\nNo.\n\n</details>\n\n</lesson-point>',
    'a task': task('until="argmax(weights, am) = I" shown="edits=x*0.1.2*1"'),
    'a switch': '<lesson-switch state="scale=0.5">\n\nScaled\n\n</lesson-switch>',
    'a number of multiply-adds':
      '<lesson-number of="scores" as="multiply-adds">\n\nCount.\n\n</lesson-number>',
    'a number of the engine': 'It is <lesson-value of="scores" at="I, am"></lesson-value>.',
    'a number of its own': 'It is <lesson-given>10</lesson-given>, or `10`, or [this](./page-10).',
  };
  for (const [name, text] of Object.entries(texts)) {
    test(name, async () => assert.deepEqual(await problemsIn(lessonOf([{ text }])), []));
  }
});

/** Beats with one thing wrong, and what is said of it beside the beat. */
const WRONG = {
  'a number in prose': ['It is 10.', '10', 'lesson-value', 'lesson-given'],
  'a number in an answer': [choice([' right', 'Yes, 10.'], ['', 'No.']), '10'],
  'two prompts': [`${good}\n\n${good}`, 'at most one prompt'],
  'a choice of one': [choice([' right', 'Yes.']), 'lesson-choice', 'two details'],
  'a choice without a right answer': [choice(['', 'No.'], ['', 'No.']), 'no option is right'],
  'a choice of which the engine finds none right': [
    choice([' check="cell(scores, I, am) = 9"', 'Yes.'], ['', 'No.']),
    'no option is right',
  ],
  'an option without an answer': [choice([' right', 'Yes.'], ['', '']), 'without an answer'],
  'an option with no condition': [
    choice([' check="cells(scores)"', 'Yes.'], ['', 'No.']),
    'cells(scores)',
    ...forms,
  ],
  'a reply to nothing': ['<lesson-reply to="second"></lesson-reply>', 'no beat “second”'],
  'a value of no step': ['<lesson-value of="score" at="I, am"></lesson-value>', 'score', 'scores'],
  'a value of no word': [
    '<lesson-value of="scores" at="I, is"></lesson-value>',
    'is',
    'I, am, good',
  ],
  'a value of a whole row': ['<lesson-value of="scores" at="I"></lesson-value>', 'query, key'],
  'a number of no step': ['<lesson-number of="score" at="I, am"></lesson-number>', 'scores'],
  'a row of no word': ['<lesson-row of="scores" at="is"></lesson-row>', 'I, am, good'],
  'a shape of no step': ['<lesson-shape of="shape"></lesson-shape>', 'scores'],
  'an order of no step': ['<lesson-order steps="scores mix"></lesson-order>', 'mix', 'context'],
  'a cell of no step': ['<lesson-point of="score" at="I, am"></lesson-point>', 'scores'],
  'a cell that is not there': [
    '<lesson-point of="scores" at="I, is"></lesson-point>',
    'I, am, good',
  ],
  'no word that is right': [
    '<lesson-point text="I am good">\n\nClick.\n\n</lesson-point>',
    'no word',
  ],
  'a right word that is not in the text': [
    '<lesson-point text="I am good">\n\nClick.\n\n<details right><summary>bad</summary>\n\nYes.\n\n</details>\n\n</lesson-point>',
    'bad',
    'I, am, good',
  ],
  'a task of no condition': [task('until="scores(I) = 1"'), 'scores(I) = 1', ...forms],
  'a task of no setting': [task('until="setting(colour) = red" shown="edits="'), 'colour'],
  'a task that nothing shows': [task('until="argmax(weights, am) = I"'), 'shown'],
  'a task that is done from the beginning': [
    task('until="argmax(weights, am) = am" shown="edits="'),
    'holds from the beginning',
  ],
  'a task that is not done by what shows it': [
    task('until="argmax(weights, am) = I" shown="edits=x*0.1.2*3"'),
    'does not hold',
    'edits=x*0.1.2*3',
  ],
  'a switch of no setting': [
    '<lesson-switch state="scales=2">\n\nScaled\n\n</lesson-switch>',
    'scales',
    'scale',
  ],
  'a task that compares with no condition': [
    task('until="cell(scores, I, am) = cells(scores)" shown="edits="'),
    'cells(scores)',
    ...forms,
  ],
  'a state that cannot be': [{ text: good, state: `${given}&mask=sideways` }, 'mask'],
  'a state of no setting': [{ text: good, state: `${given}&masks=causal` }, 'masks', 'mask'],
  'a figure that is not there': [{ text: good, more: 'figure="other"' }, 'other', 'none'],
  'a value without a figure': [
    { text: '<lesson-value of="scores" at="I, am"></lesson-value>', more: 'figure="none"' },
    'lesson-value needs a figure',
  ],
  'a number without a figure': [
    { text: '<lesson-number of="scores" at="I, am"></lesson-number>', more: 'figure="none"' },
    'lesson-number',
    'no steps',
  ],
};

describe('what is wrong is refused, by its beat', () => {
  for (const [name, [beat, ...said]] of Object.entries(WRONG)) {
    test(name, async () => {
      const own = typeof beat === 'string' ? { text: beat } : beat;
      const problems = await problemsIn(lessonOf([{ id: 'sound' }, { id: 'here', ...own }]));
      assert.equal(problems.length, 1, problems.join('\n'));
      for (const part of ['here: ', ...said]) assert.ok(problems[0].includes(part), problems[0]);
      assert.ok(!problems[0].startsWith('sound'));
    });
  }

  test('a name, and ids, that no link could lead to', async () => {
    const beats = [{ id: 'one' }, { id: 'One more' }, { id: 'one' }, { id: '' }];
    const problems = await problemsIn(lessonOf(beats, { name: 'a lesson' }));
    assert.equal(problems.length, 4, problems.join('\n'));
    const [name, second, third, fourth] = problems;
    assert.match(name, /“?a lesson.*letters and dashes/);
    assert.match(second, /beat 2.*One more.*letters and dashes/);
    assert.match(third, /beat 3.*second beat.*one/);
    assert.match(fourth, /beat 4.*letters and dashes/);
  });

  test('the build ends with the file, and with all that is wrong in it', async () => {
    const source = lessonOf([
      { id: 'here', text: 'It is 10.' },
      { id: 'there', text: choice() },
    ]);
    const file = new URL('../../../web/site/learn/try.md', import.meta.url).pathname;
    await assert.rejects(check.lessons.transform(source, file), ({ message }) => {
      for (const part of ['web/site/learn/try.md', 'here: ', 'there: ']) {
        assert.ok(message.includes(part), message);
      }
      return true;
    });
  });

  test('numbers of the engine are written into the page; other pages are left alone', async () => {
    const value = '<lesson-value of="scores" at="I, am" decimals="0">';
    const source = lessonOf([{ text: `It is ${value}</lesson-value>.` }]);
    const file = new URL('../../../web/site/learn/try.md', import.meta.url).pathname;
    const { code } = await check.lessons.transform(source, file);
    assert.ok(code.includes(`${value}10</lesson-value>`), code);
    const other = file.replace('/learn/', '/guide/');
    assert.equal(await check.lessons.transform(source, other), undefined);
    assert.equal(await check.lessons.transform('# A page', file), undefined);
  });
});

describe('the lessons of the course', () => {
  const [en, zh] = ['en', 'zh'].map(lessonsIn);
  /** What a lesson asks, and of what, without its sentences. */
  const shapeOf = ({ beats }) =>
    beats.map(({ id, prompt, keeps, figure }) => {
      if (!prompt) return { id, keeps, figure: figure?.tag };
      const { kind, from, of, later, within, as } = check.attributesOf(prompt);
      const details = check.childrenNamed(prompt, 'details').map(check.attributesOf);
      const rights = details.map((one) => 'right' in one || 'check' in one);
      // A text that is clicked has words of its own.
      const marks = prompt.tagName === 'lesson-point' ? rights.filter(Boolean) : rights.length;
      const asks = { name: prompt.tagName, kind, from, of, later, within, as, marks };
      return { id, keeps, figure: figure?.tag, ...asks };
    });

  test('there are as many in both languages, under the same names', () => {
    assert.deepEqual(Object.keys(en), Object.keys(zh));
    assert.ok(Object.keys(en).length >= 5);
  });

  for (const [slug, { lesson, source }] of Object.entries(en)) {
    test(`${slug}: the same beats, prompts and kinds in both languages`, () => {
      assert.equal(lesson.name, slug);
      assert.equal(zh[slug].lesson.name, slug);
      assert.deepEqual(shapeOf(zh[slug].lesson), shapeOf(lesson));
    });

    // A page of prompts that is no lesson has no place in the course.
    if (!/^order: /m.test(source)) continue;

    test(`${slug}: it predicts, does, makes, breaks and recalls, and ends with what to take away`, () => {
      const kinds = lesson.beats.map(({ prompt }) => prompt && check.attributesOf(prompt).kind);
      const order = Number(/^order: (\d+)$/m.exec(source)[1]);
      const wanted = ['predict', 'do', 'make', 'break', ...(order > 1 ? ['recall'] : [])];
      for (const kind of wanted) assert.ok(kinds.includes(kind), kind);
      assert.equal(lesson.beats.at(-1).id, 'away');
    });

    test(`${slug}: what it recalls is an earlier lesson`, () => {
      const order = (one) => Number(/^order: (\d+)$/m.exec(en[one].source)[1]);
      for (const { prompt } of lesson.beats) {
        const from = prompt && check.attributesOf(prompt).from;
        if (from) assert.ok(order(from) < order(slug), from);
      }
    });
  }
});
