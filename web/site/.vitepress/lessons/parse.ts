// A lesson as data: its beats, what its figure shows in each, its prompts and its numbers, with where they stand in the file.

import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { mergedStates } from '../../../lessons/states.js';
import type { Language } from '../../../i18n/index.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

export interface FigureTag {
  tag: string;
  attributes: Readonly<Record<string, string>>;
}

export interface Beat {
  id: string;
  element: Element;
  /** Undefined where it shows none. */
  figure: FigureTag | undefined;
  /** What it names as its figure, though there is none of that id; the ids that there are. */
  missing?: { named: string; accepted: readonly string[] };
  /** All settings laid over those of the figure. */
  state: string;
  /** Whether the figure stays as the reader has made it. */
  keeps: boolean;
  prompt: Element | undefined;
  values: readonly Element[];
}

export interface Lesson {
  /** Below web/site. */
  file: string;
  lang: Language;
  name: string;
  beats: readonly Beat[];
  element: Element;
}

export const PROMPTS = ['choice', 'number', 'row', 'shape', 'point', 'order', 'task'] as const;
export type PromptName = (typeof PROMPTS)[number];

export const isElement = (node: Node): node is Element => 'tagName' in node;

export const attributesOf = ({ attrs }: Element): Record<string, string> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

/** All elements below one, in order. */
export function* below(element: { childNodes: Node[] }): Generator<Element> {
  for (const node of element.childNodes) {
    if (!isElement(node)) continue;
    yield node;
    yield* below(node);
  }
}

export const childrenNamed = (element: Element, name: string): Element[] =>
  element.childNodes.filter((node): node is Element => isElement(node) && node.tagName === name);

/** The text of an element, without that of the elements that `skips`. */
export function textOf(
  element: Element,
  skips: (element: Element) => boolean = () => false,
): string {
  return element.childNodes
    .map((node) => {
      if (isElement(node)) return skips(node) ? ' ' : textOf(node, skips);
      return 'value' in node ? node.value : '';
    })
    .join('');
}

/** The name of a prompt's element: `choice` of `lesson-choice`. */
export const promptNameOf = ({ tagName }: Element): PromptName | undefined =>
  PROMPTS.find((name) => tagName === `lesson-${name}`);

/** Whether a part of a beat is in what is said of an answer. */
export const isSaid = ({ element }: Beat, part: Element): boolean =>
  [...below(element)].some((one) => one.tagName === 'details' && [...below(one)].includes(part));

/** The lesson of a page; undefined if it has none. */
export function parseLesson(file: string, source: string): Lesson | undefined {
  // Tags between backticks are examples; in their place are blanks, so that all the rest stays where it is.
  const text = source.replace(/```.*?```|`[^`\n]*`/gs, (code) => code.replace(/[<>&]/g, ' '));
  const root = parseFragment(text, { sourceCodeLocationInfo: true });
  const element = [...below(root)].find(({ tagName }) => tagName === 'attention-lesson');
  if (!element) return undefined;
  const lang = file.startsWith('zh/') ? 'zh' : 'en';
  const figures = element.childNodes.filter(
    (node): node is Element => isElement(node) && attributesOf(node).slot === 'figure',
  );
  const tags = figures.map((figure) => ({ tag: figure.tagName, attributes: attributesOf(figure) }));
  const states = new Map<FigureTag | undefined, string>();
  const beats = childrenNamed(element, 'lesson-beat').map((beat): Beat => {
    const { id = '', state = '', figure: named, keep } = attributesOf(beat);
    const figure =
      named === 'none'
        ? undefined
        : tags.find(({ attributes }, i) => (named ? attributes.id === named : i === 0));
    const merged = mergedStates([states.get(figure) ?? '', state]);
    states.set(figure, merged);
    const inside = [...below(beat)];
    const accepted = ['none', ...tags.flatMap(({ attributes }) => attributes.id ?? [])];
    return {
      ...(named && !accepted.includes(named) && { missing: { named, accepted } }),
      id,
      element: beat,
      figure,
      state: merged,
      keeps: keep !== undefined,
      prompt: inside.find((one) => promptNameOf(one) !== undefined),
      values: inside.filter(({ tagName }) => tagName === 'lesson-value'),
    };
  });
  return { file, lang, name: attributesOf(element).name ?? '', beats, element };
}
