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

/** A lesson in a page that has been opened at it. */
export class Lesson {
  constructor(page, lang = 'en') {
    this.page = page;
    this.t = texts[lang];
    this.beat = page.locator('lesson-beat:not([hidden])');
    this.prompt = this.beat.locator(ofPrompts);
    this.section = this.prompt.locator('section.prompt');
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

  /** What became of the prompt: '', right, wrong or shown. */
  async verdict() {
    const names = (await this.section.getAttribute('class')).split(/\s+/);
    return ['right', 'wrong', 'shown'].find((name) => names.includes(name)) ?? '';
  }

  async becomes(verdict, message, patience = 10_000) {
    await eventually(() => this.verdict(), verdict, message, patience);
    const isOpen = verdict === '';
    const strong = await this.next.evaluate((one) => one.classList.contains('strong'));
    assert.equal(strong, !isOpen, 'Continue is strong once there is an answer');
    const word = await this.next.innerText();
    assert.ok(word.includes(isOpen ? this.t.skip : this.t.next), word);
    if (!isOpen && (await this.isLater())) {
      // Whether it was right is said in a later beat.
      assert.equal(await this.prompt.locator('.verdict').count(), 0);
    } else if (!isOpen) {
      const said = await this.prompt.locator('.verdict').innerText();
      const { right, wrong, shown, taskDone } = this.t;
      assert.ok([{ right, wrong, shown }[verdict], taskDone].some((one) => said.includes(one)));
    }
  }

  /** Whether nothing is said of its answer yet. */
  isLater() {
    return this.prompt.evaluate((prompt) => prompt.hasAttribute('later'));
  }

  /** The prompt's own answers: what its author says, whether it is marked right. */
  details() {
    return this.prompt.evaluate((prompt) =>
      [...prompt.querySelectorAll(':scope > details:not([hint], [data-static])')].map((one) => ({
        summary: one.querySelector('summary')?.textContent.trim() ?? '',
        isRight: one.hasAttribute('right'),
        isOther: one.hasAttribute('other'),
      })),
    );
  }

  /** Which of its author's answers are in sight. */
  said() {
    return this.prompt.evaluate((prompt) =>
      [...prompt.querySelectorAll(':scope > details:not([hint], [data-static])')].flatMap(
        (one, i) => {
          const content = [...one.children].filter(({ localName }) => localName !== 'summary');
          const isSeen = content.some((part) => part.checkVisibility());
          return isSeen && content.some((part) => part.textContent.trim() !== '') ? [i] : [];
        },
      ),
    );
  }

  feedback() {
    return this.prompt.locator('.feedback').innerText();
  }

  /** Takes the answer back by the button that is there for it. */
  async undo(name) {
    assert.equal((await this.again.innerText()).trim(), this.t[name]);
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
