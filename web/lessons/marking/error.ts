import { fill } from '../../i18n/fill.js';
import type { Language } from '../../i18n/index.js';
import { texts as en } from '../texts/en.js';
import { texts as zh } from '../texts/zh.js';

export type ErrorCode = keyof typeof en.errors;

const texts = { en, zh };

/** What is wrong in the text of a lesson, and what is accepted there: for whoever writes it. */
export class LessonError extends Error {
  override readonly name = 'LessonError';

  constructor(
    readonly code: ErrorCode,
    readonly values: Readonly<Record<string, string>>,
  ) {
    super(fill(en.errors[code], values));
  }

  in(lang: Language): string {
    return fill(texts[lang].errors[this.code], this.values);
  }
}

/** What is read of a figure that a learner may have changed; nothing, if what a lesson names is no longer in it. */
export function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof LessonError) return undefined;
    throw error;
  }
}
