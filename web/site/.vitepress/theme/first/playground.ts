// The playground of the first screen as its page sees it: by its public properties and events alone.

import { shallowRef, type Ref } from 'vue';
import type { AttentionPlaygroundElement } from 'attention-playground/element';
import { MODEL, STEP } from '../../../../learned/twins.js';
import type { FirstScreen } from '../../first/first';

export type Mode = 'figure' | 'guided' | 'workbench';

/** What the word that is asked about looks at most, in one of the two sentences. */
export interface Look {
  isChanged: boolean;
  word: string;
  weight: number;
  /** The place that the model answers with. */
  answer: number;
  isCut: boolean;
}

export interface Playground {
  element: Ref<AttentionPlaygroundElement | null>;
  mode: Ref<Mode>;
  /** Undefined until there are numbers, and of any other sentence or model. */
  look: Ref<Look | undefined>;
  /** Reads anew what is shown. */
  read(): void;
  write(sentence: string): Promise<void>;
  /** To the stop of the story at which the weights are computed, with all heads. */
  walk(): Promise<void>;
  /** To the figure, with the sentence as it is. */
  back(): Promise<void>;
  /** As at first, with the figure of the first sentence. */
  reset(): Promise<void>;
}

const FIGURE = { mode: 'figure', step: STEP, weightsView: 'auto' };

/** Letters alone: a person may type the sentence with other spaces, marks or capitals. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s\p{P}]+/gu, '');

export function usePlayground(data: FirstScreen): Playground {
  const element = shallowRef<AttentionPlaygroundElement | null>(null);
  const mode = shallowRef<Mode>('figure');
  const look = shallowRef<Look>();

  /** Who presses before the element lives is answered when it does: until then it has no state to be set. */
  const set = async (state: object): Promise<void> => {
    const { value } = element;
    if (!value) return;
    await customElements.whenDefined(value.localName);
    await value.ready;
    value.state = { ...value.state, ...state };
  };

  return {
    element,
    mode,
    look,
    read() {
      const { value } = element;
      if (!value?.trace) return;
      mode.value = value.mode as Mode;
      look.value = lookOf(value, data);
    },
    write: (sentence) => set({ sentences: [sentence], tokens: [null] }),
    walk: () => set({ mode: 'guided', step: STEP, edits: [] }),
    back: () => set(FIGURE),
    reset: () =>
      set({
        ...FIGURE,
        sentences: [data.twins.sentence],
        tokens: [null],
        edits: [],
      }),
  };
}

function lookOf(element: AttentionPlaygroundElement, data: FirstScreen): Look | undefined {
  const { state, trace } = element;
  if (!trace || state.parameters !== MODEL) return undefined;
  // On the workbench a person may have asked for gradients, where nothing is predicted.
  const shows = (path: string): boolean => trace.steps.some((step) => step.path === path);
  if (!shows(STEP) || !shows('prediction')) return undefined;
  const text = plain((state.sentences as string[]).join(''));
  const isChanged = text === plain(data.changed);
  if (!isChanged && text !== plain(data.twins.sentence)) return undefined;
  const words = isChanged ? data.changedWords : data.words;
  const { data: weights, shape } = trace.tensor(STEP);
  const count = shape.at(-1)!;
  const row = [...weights.subarray(data.place * count, (data.place + 1) * count)];
  const weight = Math.max(...row);
  const edits = state.edits as { path: string }[];
  return {
    isChanged,
    word: words[row.indexOf(weight)] ?? '',
    weight,
    answer: trace.tensor('prediction').data[data.place]!,
    isCut: edits.some(({ path }) => path.endsWith('.context')),
  };
}
