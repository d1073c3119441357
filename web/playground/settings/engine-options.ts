import type { PlaygroundState } from '../state.js';
import type { Setting } from './setting.js';
import { SETTINGS, settings } from './table.js';

/** The engine's options that settings stand for; those without an effect are left out, as the engine refuses them. */
export function engineOptions(state: PlaygroundState, of: 'attention' | 'transformer'): object {
  const options: Record<string, unknown> = {};
  for (const [name, setting] of settings) {
    const option = setting[of];
    const value = state[name];
    if (option === undefined || value === null || !acts(setting, state)) continue;
    if (typeof option === 'string') options[option] = value;
    else Object.assign(options, option(value, state));
  }
  return options;
}

/** Whether a setting has an effect in this state. */
export function acts(
  { models, acts }: Pick<Setting<unknown>, 'models' | 'acts'>,
  state: Readonly<PlaygroundState>,
): boolean {
  return (models?.includes(state.model) ?? true) && (acts?.(state) ?? true);
}

/** Whether a person chooses the weights that dropout keeps. */
export const choosesKept = (state: Readonly<PlaygroundState>): boolean =>
  state.dropoutMask && acts(SETTINGS.dropoutMask, state);
