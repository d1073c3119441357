import { settings, type SettingName, type ValueOf } from './settings/table.js';

/** Everything that the user can choose; the address holds it. The table of settings tells what each value is. */
export type PlaygroundState = { [Name in SettingName]: ValueOf<Name> };
export type Patch = Partial<PlaygroundState>;

/** The state of a first visit. */
export const DEFAULTS = Object.fromEntries(
  settings.map(([name, { first }]) => [name, first]),
) as unknown as PlaygroundState;

/** What an address means that does not say it. */
export const UNSAID = Object.fromEntries(
  settings.map(([name, { first, unsaid = first }]) => [name, unsaid]),
) as unknown as PlaygroundState;

const traced = settings.filter(([, { trace }]) => trace).map(([name]) => name);
const modelled = traced.filter((name) => name !== 'gradients' && name !== 'downhill');
const undone: readonly SettingName[] = [...modelled, 'downhill', 'edits'];
const shared = settings.filter(([, { personal }]) => !personal).map(([name]) => name);

export function isTransformer({ model }: Pick<PlaygroundState, 'model'>): boolean {
  return model !== 'attention';
}

/** A kind of attention, or a kind of Transformer. */
export type KindChoice = PlaygroundState['kind'] | Exclude<PlaygroundState['model'], 'attention'>;

/** The model shown, as one choice. */
export function kindOf({ model, kind }: Pick<PlaygroundState, 'model' | 'kind'>): KindChoice {
  return model === 'attention' ? kind : model;
}

/** Whether there is a second sentence. */
export function hasMemory({ model, kind }: Pick<PlaygroundState, 'model' | 'kind'>): boolean {
  return model === 'attention' ? kind === 'cross' : model === 'encoder-decoder';
}

/** Whether one sentence is all that is read. */
export const hasOneSentence = (
  state: Pick<PlaygroundState, 'model' | 'kind' | 'sentences'>,
): boolean => state.sentences.length === 1 && !hasMemory(state);

/** Whether another model, or other inputs, are asked for: steps downhill were for those. */
export const changesModel = differingIn(modelled);

/** Equal for states of the same model and inputs. */
export const modelKey = (state: PlaygroundState): string => JSON.stringify(pick(state, modelled));

export const changesTrace = differingIn(traced);

/** Whether a change is work, which undo would take back, and not a view. */
export const isWork = (patch: Patch): boolean => undone.some((name) => patch[name] !== undefined);

/** Whether undo would restore something else. */
export const changesUndoable = differingIn(undone);

/**
 * The part of a state that undo restores, and not the view, to which the direction of the walk belongs; the language tells
 * whose first sentences they are.
 */
export function undoable(state: PlaygroundState): Patch {
  return pick(state, [...undone, 'lang']);
}

/** A first visit, but for what is the user's own: seed, decimals, language, view of the weights. */
export const FRESH: Patch = pick(DEFAULTS, shared);

/** What stays a person's own whatever state is shown: the language and how it is shown. */
export const pageOf = ({ lang, decimals, mode }: PlaygroundState): Patch => ({
  lang,
  decimals,
  mode,
});

/** Only these settings of a state. */
export function pick(state: PlaygroundState, names: readonly SettingName[]): Patch {
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

function differingIn(names: readonly SettingName[]) {
  return (before: PlaygroundState, after: PlaygroundState): boolean =>
    names.some((name) => before[name] !== after[name]);
}
