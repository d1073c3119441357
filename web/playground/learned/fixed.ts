import type { Learned } from '../../learned/learned.js';
import { settingOf, settings, type SettingName } from '../settings/table.js';
import type { Patch } from '../state.js';

/** What a trained model decides of a state: its own sizes and kinds, and that nothing else stands for its words. */
export const FIXED: readonly SettingName[] = settings
  .filter(([, { learned }]) => learned)
  .map(([name]) => name);

/** Whether a setting is the model's, where one is chosen. */
export const isFixed = (name: SettingName): boolean => FIXED.includes(name);

export function fixedBy({ options }: Learned): Patch {
  return Object.fromEntries(FIXED.map((name) => [name, settingOf(name).learned!(options)]));
}

/** Whether a change asks for something else than the model is; if it is not known yet, for anything that it decides. */
export function contradicts(changes: Patch, model: Learned | undefined): boolean {
  const own = model && fixedBy(model);
  return FIXED.some((name) => changes[name] !== undefined && changes[name] !== own?.[name]);
}
