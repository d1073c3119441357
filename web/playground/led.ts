import { html, nothing, type TemplateResult } from 'lit';
import '../parts/stage/stage.js';
import type { PlaygroundState } from './state.js';
import type { PlaygroundStore } from './store.js';

type Part = TemplateResult | typeof nothing;

interface Led {
  store: PlaygroundStore;
  learned: Part;
  /** What is said of the figure. */
  guide: Part;
  proof: Part;
  modes: Part;
  take: Part;
  /** Somebody is about to go on. */
  goesOn: () => void;
}

/** Where a person is led: a figure and what is said of it; the proof of the chosen cell at its foot. */
export function renderLed({
  store,
  learned,
  guide,
  proof,
  modes,
  take,
  goesOn,
}: Led): TemplateResult {
  const { mode } = store.state;
  const caption = mode === 'figure';
  return html`<div class="leads ${mode}">
    <div class="led">
      <ap-stage part="stage" .store=${store} guided ?single=${caption}>
        <ap-layers .store=${store}></ap-layers>
        ${learned}
      </ap-stage>
      <div class="beside" @pointerenter=${goesOn} @focusin=${goesOn}>
        ${guide} ${caption ? modes : nothing}
      </div>
      ${proof} ${take}
    </div>
  </div>`;
}

/** What is taken to another place, behind one word; `prepare` is called before any of it can be pressed. */
export function renderTake(
  { t }: PlaygroundStore,
  buttons: Part,
  prepare: () => void,
): TemplateResult {
  return html`<details class="take" @toggle=${prepare}>
    <summary @pointerenter=${prepare} @focus=${prepare}>${t.take.title}</summary>
    ${buttons}
  </details>`;
}

/** From one figure to the guided walk, from there to everything, and back; `prepare` is called before it is pressed. */
export function renderModeButton(
  { state, t }: PlaygroundStore,
  choose: (mode: PlaygroundState['mode']) => void,
  prepare: (mode: PlaygroundState['mode']) => void,
): TemplateResult {
  const { story } = t;
  const [mode, text, hint] =
    state.mode === 'guided'
      ? (['workbench', story.toWorkbench, story.toWorkbenchHint] as const)
      : (['guided', story.toGuided, story.toGuidedHint] as const);
  return html`<button
    type="button"
    class="mode"
    title=${hint}
    @pointerenter=${() => prepare(mode)}
    @focus=${() => prepare(mode)}
    @click=${() => choose(mode)}
  >
    ${text}
  </button>`;
}
