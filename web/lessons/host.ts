import type { Language } from '../i18n/index.js';
import { parentOf } from '../kit/element/around.js';
import type { LessonFigure } from './figure.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';

/** What the parts of a lesson ask the lesson that they stand in for; what it answers is told by signals. */
export interface LessonHost extends HTMLElement {
  readonly lessonName: string;
  readonly language: Language;
  /** The figure of the beat that an element stands in; undefined if it has none. */
  figureFor(element: Element): LessonFigure | undefined;
  /** Shows a state over that of the beat. */
  showState(element: Element, state: string): void;
}

const TEXTS = { en, zh };

/** The nearest element of a name around another one, through shadow roots. */
function around(element: Element, name: string): HTMLElement | undefined {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at.localName === name) return at as HTMLElement;
  }
  return undefined;
}

/** The lesson around one of its parts, once its script has come. */
export function lessonAround(element: Element): LessonHost | undefined {
  const found = around(element, 'attention-lesson') as Partial<LessonHost> | undefined;
  return found?.figureFor ? (found as LessonHost) : undefined;
}

/** The beat around a part, by its id. */
export const beatAround = (element: Element): string => around(element, 'lesson-beat')?.id ?? '';

export const textsFor = (language: Language): Texts => TEXTS[language];
