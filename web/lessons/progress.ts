// What a learner has done, on their own machine; where storage is forbidden, for the visit. A lesson reads the same in every
// language, as its beats have the same ids.

import { signal } from '@preact/signals-core';

export type Verdict = 'right' | 'wrong' | 'shown';

/** What became of the prompt of a beat. */
export interface Answer {
  verdict: Verdict;
  /** What was answered, as its prompt reads it again. */
  given?: string;
}

export interface LessonProgress {
  /** The beat that was shown last. */
  beat?: string;
  done?: boolean;
  answers: Readonly<Record<string, Answer>>;
}

type All = Readonly<Record<string, LessonProgress>>;

const KEY = 'attention-playground-lessons';
const NOTHING: LessonProgress = { answers: {} };

class Progress {
  private readonly all = signal<All>(read());

  constructor() {
    // Another page of the site may be open.
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key === KEY || event.key === null) this.all.value = read();
    });
  }

  of(lesson: string): LessonProgress {
    return ownOf(this.all.value, lesson);
  }

  get isEmpty(): boolean {
    return Object.keys(this.all.value).length === 0;
  }

  change(lesson: string, patch: Partial<LessonProgress>): void {
    const all = this.all.peek();
    this.keep({ ...all, [lesson]: { ...ownOf(all, lesson), ...patch } });
  }

  answer(lesson: string, beat: string, answer: Answer | undefined): void {
    const { answers } = ownOf(this.all.peek(), lesson);
    const { [beat]: _, ...others } = answers;
    this.change(lesson, { answers: answer ? { ...others, [beat]: answer } : others });
  }

  /** As JSON, for a file. */
  get exported(): string {
    return JSON.stringify(this.all.value, null, 2);
  }

  clear(): void {
    this.keep({});
  }

  private keep(all: All): void {
    this.all.value = all;
    try {
      if (Object.keys(all).length === 0) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // For the visit.
    }
  }
}

/** A teacher may call a lesson by a name that every object has. */
const ownOf = (all: All, lesson: string): LessonProgress =>
  Object.hasOwn(all, lesson) ? all[lesson]! : NOTHING;

/** Anybody can write there: what is no progress is none. */
function read(): All {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null
      ? sound(found as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

const sound = (found: Record<string, unknown>): All =>
  Object.fromEntries(
    Object.entries(found).flatMap(([lesson, one]) => {
      const { beat, done, answers } = (one ?? {}) as Partial<Record<keyof LessonProgress, unknown>>;
      const entries = Object.entries((answers ?? {}) as Record<string, Partial<Answer> | null>);
      const kept = entries.flatMap(([id, answer]) => {
        const verdict = (['right', 'wrong', 'shown'] as const).find((v) => v === answer?.verdict);
        const given = typeof answer?.given === 'string' ? { given: answer.given } : {};
        return verdict ? [[id, { verdict, ...given }] as const] : [];
      });
      return [
        [
          lesson,
          {
            ...(typeof beat === 'string' && { beat }),
            ...(done === true && { done }),
            answers: Object.fromEntries(kept),
          },
        ] as const,
      ];
    }),
  );

/** One for all lessons of a page. */
export const progress = new Progress();
