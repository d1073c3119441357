import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { renderSelect } from '../../kit/fields/select.js';
import type { Learned } from '../../learned/learned.js';
import { renderChoice } from '../../parts/learned/choice.js';
import { claimOf } from '../../parts/learned/claim.js';
import { renderUnknown } from '../parameter-fields.js';
import { renderNumber, renderWrong } from './fields.js';
import type { Generation } from './generation.js';
import { WRITERS, wordsOf } from './model.js';
import { readWhole, SEEDS, SIZES, type Field, type ModelSettings } from './settings.js';
import type { Texts } from './texts/en.js';

/** Random parameters or a trained model, its settings and its input. */
export function renderModel(t: Texts, generation: Generation): TemplateResult {
  const { asked, store, wrong } = generation;
  const { model, draft, learned } = asked;
  const withSource = model.architecture === 'encoder-decoder';
  const say = (event: Event): Promise<void> => {
    event.preventDefault();
    const form = (event.currentTarget as HTMLElement).closest('form')!;
    const text = (name: string, old: string): string =>
      (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? old;
    const typed = { prompt: text('prompt', draft.prompt), source: text('source', draft.source) };
    return generation.say(typed);
  };
  const sentence = (name: 'prompt' | 'source', label: string): TemplateResult => {
    const bad = wrong?.field === name;
    return html`<label class="sentence">
      <span>${label}</span>
      <input
        class="field"
        name=${name}
        autocomplete="off"
        spellcheck="false"
        .value=${draft[name]}
        aria-invalid=${bad ? 'true' : nothing}
        aria-describedby=${bad ? 'refused' : nothing}
      />
    </label>`;
  };
  return html`<div class="fields">
      <label>
        <span>${store.t.models.parameters}</span>
        ${renderChoice({
          store,
          name: 'parameters',
          chosen: model.parameters,
          models: WRITERS,
          choose: (parameters) => generation.take(parameters),
        })}
      </label>
      ${learned ? renderSizes(t, model) : renderSettings(t, generation)}
    </div>
    ${learned ? html`<p class="worth">${claimOf(learned, store)}</p>` : nothing}
    <div class="fields">
      <form @submit=${say}>
        ${withSource ? sentence('source', t.source) : nothing} ${sentence('prompt', t.prompt)}
        <button type="submit">${t.apply}</button>
      </form>
    </div>`;
}

/** What of a model and its input cannot be used. */
export function renderModelWrong(
  t: Texts,
  generation: Generation,
): TemplateResult | typeof nothing {
  const { asked, wrong } = generation;
  const { draft, learned } = asked;
  if (wrong?.unknown && learned) return renderNotKnown(generation, learned, wrong.field);
  return renderWrong(t, wrong, ['prompt', 'source', 'seed'], {
    renew: () => generation.say(draft, true),
  });
}

/** What a trained model has in place of settings. */
function renderSizes(t: Texts, { architecture, ...model }: ModelSettings): TemplateResult {
  const values = { ...model, architecture: t.architectures[architecture] };
  return html`<span class="soft sizes">${fill(t.sizes, values)}</span>`;
}

/** Each word that the trained model does not know, with known ones to take in its place. */
function renderNotKnown(
  generation: Generation,
  learned: Learned,
  field: Field,
): TemplateResult | typeof nothing {
  if (field !== 'prompt' && field !== 'source') return nothing;
  const { draft } = generation.asked;
  const words = wordsOf(learned)[field];
  const unread = {
    text: draft[field],
    tokens: words.tokens(draft[field]),
    words,
    take: (text: string) => generation.say({ ...draft, [field]: text }),
  };
  return html`<div role="alert" id="refused">
    ${renderUnknown(generation.store, [unread], () => generation.take('random'))}
  </div>`;
}

/** The settings of random parameters. */
function renderSettings(t: Texts, generation: Generation): TemplateResult {
  const { asked, wrong } = generation;
  const { model } = asked;
  return html`${renderSelect(
    'architecture',
    t.architecture,
    ['decoder-only', 'encoder-decoder'] as const,
    model.architecture,
    (architecture) => generation.remodel({ architecture }),
    (value) => t.architectures[value],
  )}
  ${(['layers', 'heads', 'dModel'] as const).map((name) =>
    renderSelect(name, t[name], SIZES[name] as readonly number[], model[name], (value) =>
      generation.remodel({ [name]: value }),
    ),
  )}
  ${renderNumber(
    {
      name: 'seed',
      label: t.seed,
      value: model.seed,
      range: SEEDS,
      hidesRange: true,
      change: async (text) => {
        const read = readWhole('seed', text, SEEDS);
        if (read.wrong) generation.refuse(read.wrong);
        else await generation.remodel({ seed: read.value });
      },
    },
    wrong,
  )}`;
}

/** The given tokens, and the generated ones, each of which can be opened. */
export function renderSequence(t: Texts, generation: Generation): TemplateResult {
  const { sequence, shown, playback, notice } = generation;
  const { playing } = playback;
  const { passes, over } = sequence;
  const last = passes[passes.length - 1];
  const values = { n: passes.length, most: sequence.most };
  return html`<div class="now">
      <div class="sequence" role="group" aria-label=${t.sequence}>
        <div class="all">
          <ol class="tokens" aria-label=${t.promptTokens}>
            ${sequence.sentences.prompt.map((token) => html`<li><span class="given">${token}</span></li>`)}
          </ol>
          <ol class="tokens" aria-label=${t.generated}>
            ${passes.map(
              (pass) =>
                html`<li>
                  <button
                    type="button"
                    class="chip"
                    aria-pressed=${pass === shown}
                    @click=${() => generation.look(pass)}
                  >
                    ${pass.choice.token}
                  </button>
                </li>`,
            )}
          </ol>
        </div>
      </div>
      <div class="go">
        <button
          type="button"
          class="primary next"
          ?disabled=${over !== undefined}
          @click=${() => generation.next()}
        >
          ${t.next}
        </button>
        <button
          type="button"
          class="play"
          aria-pressed=${playing}
          ?disabled=${over !== undefined && !playing}
          @click=${() => (playing ? playback.pause() : playback.play(0))}
        >
          ${playing ? t.pause : t.play}
        </button>
        <button type="button" class="over" @click=${() => generation.startOver()}>
          ${t.startOver}
        </button>
        <span class="soft count">${fill(t.count, values)}</span>
      </div>
    </div>
    <p class="notice" role="status">
      ${notice ? fill(t[notice.code], notice.values) : nothing}
      ${over === 'end' ? fill(t.overEnd, { token: last?.choice.token ?? '' }) : nothing}
      ${over === 'most' ? fill(t.overMost, values) : nothing}
    </p>
    <p class="only-read-aloud" aria-live="polite">
      ${last ? fill(t.said, { ...values, token: last.choice.token }) : nothing}
    </p>`;
}
