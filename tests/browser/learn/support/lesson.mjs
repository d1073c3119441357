// A lesson as its learner has it: the beat that is shown, its prompt, what is said, and going on.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/lib/run.mjs';
import { importWeb } from '../../../node/support/bundled.mjs';
import { eventually } from '../../support/hands.mjs';
import { whenQuiet } from '../../support/quiet.mjs';

const [en, zh] = await Promise.all(
  ['en', 'zh'].map((lang) => importWeb(`lessons/texts/${lang}.ts`)),
);
/** What the elements of a lesson say. */
export const texts = { en: en.texts, zh: zh.texts };

/** The lessons of the course, in their order. */
export const slugs = readdirSync(join(root, 'web/site/learn'))
  .map((file) => ({ file, text: readFileSync(join(root, 'web/site/learn', file), 'utf8') }))
  .flatMap(({ file, text }) => {
    const order = /^order: (\d+)$/m.exec(text)?.[1];
    return order ? [{ slug: file.replace(/\.md$/, ''), order: Number(order) }] : [];
  })
  .sort((a, b) => a.order - b.order)
  .map(({ slug }) => slug);

export const addressOf = (slug, lang = 'en') => `${lang === 'zh' ? '/zh' : ''}/learn/${slug}`;

/** Opens a lesson as a first visitor has it, and waits for what its beat shows: figures of other beats are not loaded yet. */
export const withLesson = (site, slug, lang, body, { hash = '', ...options } = {}) =>
  site.withPage(
    addressOf(slug, lang) + hash,
    async (page) => {
      const lesson = new Lesson(page, lang);
      await lesson.settled();
      await body(lesson, page);
    },
    { fresh: true, ready: false, ...options },
  );

/** Goes through a lesson from its first beat to its last; `answer` is given each beat with a prompt. */
export const goThrough = (site, slug, lang, answer) =>
  withLesson(site, slug, lang, async (lesson, page) => {
    const beats = await lesson.beats();
    for (const [at, beat] of beats.entries()) {
      await lesson.at(beat.id);
      if (beat.prompt) await answer(lesson, slug, beat);
      if (at < beats.length - 1) await lesson.goOn();
    }
    await eventually(() => page.locator('attention-lesson p.done').innerText(), lesson.t.done);
  });

const PROMPTS = ['choice', 'number', 'row', 'shape', 'point', 'order', 'task'];
const ofPrompts = PROMPTS.map((name) => `lesson-${name}`).join(', ');

/** What is in sight of the prompt of the beat that is shown, and of going on; undefined where there is none. */
function promptInSight(ofPrompts) {
  const prompt = document.querySelector('lesson-beat:not([hidden])')?.querySelector(ofPrompts);
  const section = prompt?.renderRoot?.querySelector('section.prompt');
  const { renderRoot } = document.querySelector('attention-lesson');
  const next = renderRoot.querySelector('button.next:not(.primary)');
  if (!section) return undefined;
  const details = [...prompt.querySelectorAll(':scope > details:not([hint], [data-static])')];
  const contentOf = (one) => [...one.children].filter(({ localName }) => localName !== 'summary');
  return {
    /** '', right, wrong or shown. */
    verdict: ['right', 'wrong', 'shown'].find((name) => section.classList.contains(name)) ?? '',
    verdictText: section.querySelector('.verdict')?.innerText,
    feedback: section.querySelector('.feedback').innerText,
    /** Whether nothing is said of its answer yet. */
    isLater: prompt.hasAttribute('later'),
    /** The prompt's own answers: what its author says, whether it is marked right. */
    details: details.map((one) => ({
      summary: one.querySelector('summary')?.textContent.trim() ?? '',
      isRight: one.hasAttribute('right'),
      isOther: one.hasAttribute('other'),
    })),
    /** Which of its author's answers are in sight. */
    said: details.flatMap((one, i) => {
      const content = contentOf(one);
      const isSeen = content.some((part) => part.checkVisibility());
      return isSeen && content.some((part) => part.textContent.trim() !== '') ? [i] : [];
    }),
    pressed: section.querySelectorAll('.option[aria-pressed="true"]').length,
    typed: [...section.querySelectorAll('.answer input')].map(({ value }) => value),
    again: section.querySelector('.actions .quiet:not(.show)')?.innerText.trim(),
    canBeShown: section.querySelector('.actions .show') !== null,
    /** On the last beat there is none. */
    next: next?.innerText,
    isNextStrong: next?.classList.contains('strong'),
  };
}

/** A lesson in a page that has been opened at it. */
export class Lesson {
  constructor(page, lang = 'en') {
    this.page = page;
    this.t = texts[lang];
    this.beat = page.locator('lesson-beat:not([hidden])');
    this.prompt = this.beat.locator(ofPrompts);
    this.next = page.locator('attention-lesson button.next:not(.primary)');
    this.back = page.locator('attention-lesson button.back');
    this.showButton = this.prompt.locator('button.show');
    this.again = this.prompt.locator('.actions .quiet:not(.show)');
    this.figure = page.locator('attention-lesson > [slot="figure"]:not([hidden])');
    this.playground = page.locator('attention-playground:not([hidden])');
  }

  /** The beats by id, with the name of their prompt. */
  beats() {
    return this.page.evaluate(
      (ofPrompts) =>
        [...document.querySelectorAll('lesson-beat')].map((beat) => ({
          id: beat.id,
          prompt: beat.querySelector(ofPrompts)?.localName.replace('lesson-', ''),
        })),
      ofPrompts,
    );
  }

  /** Undefined as long as all of them are, before its script has come. */
  id() {
    return this.page.evaluate(() => {
      const [one, ...more] = document.querySelectorAll('lesson-beat:not([hidden])');
      return more.length > 0 ? undefined : one?.id;
    });
  }

  /** Waits until a beat is shown, with the numbers of its figure as the beat asks for them. */
  async at(id) {
    await eventually(() => this.id(), id);
    await this.settled();
  }

  async settled() {
    await this.page.waitForFunction(() => {
      const lesson = document.querySelector('attention-lesson');
      const beat = lesson?.querySelector('lesson-beat:not([hidden])');
      const figure = beat && lesson.figureFor?.(beat);
      return beat && (!figure || (figure.isReadable && figure.isSettled));
    });
    await whenQuiet(this.page);
  }

  /** What is in sight of the prompt, all of it in one look: a look by a locator is five messages to the browser. */
  read() {
    return this.page.evaluate(promptInSight, ofPrompts);
  }

  /** What became of the prompt: '', right, wrong or shown. */
  async verdict() {
    return (await this.read())?.verdict;
  }

  async becomes(verdict, message, patience = 10_000) {
    const isOpen = verdict === '';
    let seen;
    await eventually(
      async () => {
        seen = await this.read();
        return [seen?.verdict, seen?.isNextStrong];
      },
      // Continue is strong once there is an answer.
      [verdict, !isOpen],
      message,
      patience,
    );
    const { isLater, next, verdictText } = seen;
    assert.ok(next.includes(isOpen ? this.t.skip : this.t.next), next);
    if (!isOpen && isLater) {
      // Whether it was right is said in a later beat.
      assert.equal(verdictText, undefined);
    } else if (!isOpen) {
      const { right, wrong, shown, taskDone } = this.t;
      const words = [{ right, wrong, shown }[verdict], taskDone];
      assert.ok(
        words.some((one) => verdictText.includes(one)),
        verdictText,
      );
    }
  }

  async isLater() {
    return (await this.read()).isLater;
  }

  async details() {
    return (await this.read()).details;
  }

  async said() {
    return (await this.read()).said;
  }

  async feedback() {
    return (await this.read()).feedback;
  }

  /** Takes the answer back by the button that is there for it. */
  async undo(name) {
    assert.equal((await this.read()).again, this.t[name]);
    await this.again.click();
    await this.settled();
  }

  /** Goes on to the next beat, which gets the focus. */
  async goOn() {
    const before = await this.id();
    await this.next.click();
    await eventually(async () => (await this.id()) !== before, true);
    await this.settled();
    await eventually(
      () => this.page.evaluate(() => document.activeElement?.localName),
      'lesson-beat',
      'the next beat has the focus',
    );
  }
}
