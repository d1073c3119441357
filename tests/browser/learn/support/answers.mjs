// How each kind of prompt is answered, right and wrong in every way, by mouse and keys. Numbers are known here by hand: the page is
// not asked what is right.

import assert from 'node:assert/strict';
import { CELLS, NUMBERS, ORDERS, RIGHT } from './expected.mjs';
import { cell, eventually } from '../../support/hands.mjs';
import { whenQuiet } from '../../support/quiet.mjs';
import { doTask, trains } from './tasks.mjs';

const key = (slug, id) => `${slug}/${id}`;

/** Answers right, and leaves it so. */
export async function answerRight(lesson, slug, { id, prompt }) {
  if (prompt === 'task') await doTask(lesson, slug, id);
  else if (prompt === 'choice') await chooses(lesson, await rightOption(lesson, key(slug, id)));
  else if (prompt === 'order') await sorts(lesson, ORDERS[key(slug, id)]);
  else if (prompt === 'point') await points(lesson, key(slug, id), 'right');
  else await types(lesson, expected(slug, id).right);
  await lesson.becomes('right', key(slug, id), prompt === 'task' ? 180_000 : undefined);
}

const expected = (slug, id) => {
  const found = NUMBERS[key(slug, id)];
  assert.ok(found, `${key(slug, id)}: what is right stands in expected.mjs`);
  return found;
};

/** The option that is marked, or that the engine decides for. */
async function rightOption(lesson, name) {
  if (name in RIGHT) return RIGHT[name];
  const at = (await lesson.details()).findIndex(({ isRight }) => isRight);
  assert.ok(at >= 0, name);
  return at;
}

const chooses = (lesson, at) => lesson.prompt.locator('.option').nth(at).click();

/** Clicks a word of the prompt, or a cell of the figure. */
async function points(lesson, name, which) {
  if (!(name in CELLS)) return clicksWord(lesson, await rightWord(lesson));
  const { page, playground } = lesson;
  const { head, path, [which]: index } = CELLS[name];
  if (head !== undefined) {
    await playground.locator('ap-pickers select').selectOption({ value: String(head) });
    await whenQuiet(page);
  }
  await cell(page, path, index).click();
}

const rightWord = async (lesson) => (await lesson.details()).find(({ isRight }) => isRight).summary;

const wordButton = (lesson, word) =>
  lesson.prompt.locator('.word').filter({ hasText: new RegExp(`^\\s*${word}\\s*$`) });

const clicksWord = (lesson, word) => wordButton(lesson, word).first().click();

/** The names of the steps that a prompt has put into an order, as they stand now. */
export const orderOf = ({ prompt }) =>
  prompt.locator('li[data-name]').evaluateAll((all) => all.map(({ dataset }) => dataset.name));

/** Moves steps up until they stand in this order, and checks it. */
async function sorts(lesson, steps) {
  assert.ok(steps, 'the order stands in expected.mjs');
  const order = () => orderOf(lesson);
  for (const [to, name] of steps.entries()) {
    for (let at = (await order()).indexOf(name); at > to; at -= 1) {
      await lesson.prompt.locator(`li[data-name="${name}"] button`).first().click();
      await eventually(async () => (await order()).indexOf(name), at - 1);
    }
  }
  await lesson.prompt.locator('.answer .strong').click();
}

async function types(lesson, texts) {
  const fields = lesson.prompt.locator('.answer input');
  assert.equal(await fields.count(), texts.length);
  for (const [i, text] of texts.entries()) await fields.nth(i).fill(text);
  await lesson.prompt.locator('.answer button[type="submit"]').click();
}

/** Every wrong answer, each taken back, then the right one. */
const EVERY = {
  async choice(lesson, slug, id) {
    const details = await lesson.details();
    const right = await rightOption(lesson, key(slug, id));
    assert.ok(details.length > 1);
    for (const at of details.keys()) {
      await chooses(lesson, at);
      const verdict = at === right ? 'right' : 'wrong';
      await lesson.becomes(verdict, `${id}: ${details[at].summary}`);
      const told = (await lesson.isLater()) ? [] : [at];
      await eventually(() => lesson.said(), told, `${id}: the answer to “${details[at].summary}”`);
      assert.equal((await lesson.read()).pressed, 1);
      await lesson.undo(verdict === 'right' ? 'again' : 'retry');
      await lesson.becomes('');
      assert.deepEqual(await lesson.said(), []);
    }
    // Without taking it back, another one can be chosen too.
    await chooses(lesson, right === 0 ? 1 : 0);
    await chooses(lesson, right);
  },

  async point(lesson, slug, id) {
    const name = key(slug, id);
    if (name in CELLS) {
      await points(lesson, name, 'wrong');
      await lesson.becomes('wrong', name);
      const other = (await lesson.details()).findIndex(({ isOther }) => isOther);
      await eventually(() => lesson.said(), [other]);
      await lesson.undo('retry');
      await lesson.becomes('');
      return points(lesson, name, 'right');
    }
    const details = await lesson.details();
    const words = await lesson.prompt.locator('.word').allInnerTexts();
    for (const word of new Set(words.map((one) => one.trim()))) {
      await clicksWord(lesson, word);
      const named = details.findIndex(({ summary }) => summary === word);
      const at = named < 0 ? details.findIndex(({ isOther }) => isOther) : named;
      const verdict = details[at].isRight ? 'right' : 'wrong';
      await lesson.becomes(verdict, `${id}: ${word}`);
      const told = (await lesson.isLater()) ? [] : [at];
      await eventually(() => lesson.said(), told, `${id}: what is said of “${word}”`);
      await lesson.undo(verdict === 'right' ? 'again' : 'retry');
      await lesson.becomes('');
    }
    await clicksWord(lesson, await rightWord(lesson));
  },

  async order(lesson, slug, id) {
    const right = ORDERS[key(slug, id)];
    await sorts(lesson, [...right].reverse());
    await lesson.becomes('wrong');
    await lesson.undo('retry');
    await lesson.becomes('');
    await sorts(lesson, right);
  },

  async number(lesson, slug, id) {
    const { right, counted = false } = expected(slug, id);
    await typesWrong(lesson, slug, id, lesson.t.mistakes, async () => {
      // How many numbers there are is in no cell.
      if (counted) return;
      await eventually(
        () => lesson.figure.locator('ap-proof-sheet').count(),
        1,
        'the working is there',
      );
    });
    assert.equal((await lesson.read()).typed[0], '');
    await types(lesson, right);
  },

  async row(lesson, slug, id) {
    await EVERY.number(lesson, slug, id);
  },

  async shape(lesson, slug, id) {
    const { right } = expected(slug, id);
    await typesWrong(lesson, slug, id, lesson.t.shapeMistakes, async (texts, mistake) => {
      assert.ok(mistake, `${id}: ${texts}: its mistake has a name`);
      if (right.length === 1) return;
      // Of several, each is marked by itself.
      const marks = await lesson.prompt
        .locator('.answer input')
        .evaluateAll((all) => all.map((one) => one.classList.contains('right')));
      assert.deepEqual(
        marks,
        right.map((text, i) => text === texts[i]),
      );
    });
    await types(lesson, right);
  },

  async task(lesson, slug, id) {
    await doTask(lesson, slug, id);
  },
};

/** Types what is no number, then each wrong answer, which is called by its mistake and looked at; the last is taken back. */
async function typesWrong(lesson, slug, id, mistakes, look) {
  const { right, wrong } = expected(slug, id);
  await refuses(
    lesson,
    right.map(() => 'many'),
  );
  for (const [texts, mistake] of wrong) {
    await types(lesson, texts);
    await lesson.becomes('wrong', `${id}: ${texts}`);
    if (mistake) {
      const sentence = mistakes[mistake].split(/[{“]/)[0];
      assert.ok((await lesson.feedback()).includes(sentence), `${id}: ${texts}: ${mistake}`);
    }
    await look(texts, mistake);
  }
  await lesson.undo('retry');
  await lesson.becomes('');
}

async function refuses(lesson, texts) {
  await types(lesson, texts);
  await eventually(async () => (await lesson.feedback()).includes(texts[0]), true);
  assert.equal(await lesson.verdict(), '');
}

/** A prompt in every way: wrong, taken back, right, once more, shown, once more, and right again, which stays but for trainings. */
export async function answerInEveryWay(lesson, slug, { id, prompt }) {
  const slow = prompt === 'task' ? 180_000 : undefined;
  await EVERY[prompt](lesson, slug, id);
  await lesson.becomes('right', `${slug}/${id}`, slow);
  const said = await lesson.said();
  const isTold = !(await lesson.details()).every(({ summary }) => summary === '');
  if ((isTold || prompt === 'task') && !(await lesson.isLater()))
    assert.equal(said.length, 1, 'one of its author’s answers is said');
  await lesson.undo('again');
  await lesson.becomes('');
  if ((await lesson.read()).canBeShown) {
    await lesson.showButton.click();
    await lesson.becomes('shown');
    await lesson.settled();
    assert.deepEqual(await lesson.said(), said, 'what is shown gets the same answer');
    if (['number', 'row', 'shape'].includes(prompt)) {
      for (const text of (await lesson.read()).typed) assert.notEqual(text, '');
    }
    await lesson.undo('again');
    await lesson.becomes('');
  }
  if (!trains(slug, id)) await answerRight(lesson, slug, { id, prompt });
}
