import { equality as enEquality } from './en/equality.js';
import { proof as enProof } from './en/proof.js';
import { axes as enAxes, ops as enOps, roles as enRoles } from './en/names.js';
import { steps as enSteps } from './en/steps.js';
import { ui as enUi } from './en/ui.js';
import { equality as zhEquality } from './zh/equality.js';
import { proof as zhProof } from './zh/proof.js';
import { axes as zhAxes, ops as zhOps, roles as zhRoles } from './zh/names.js';
import { steps as zhSteps } from './zh/steps.js';
import { ui as zhUi } from './zh/ui.js';

/** Every text of the first view; `steps` has two for each kind of step. */
export const en = {
  ui: enUi,
  steps: enSteps,
  ops: enOps,
  axes: enAxes,
  roles: enRoles,
  proof: enProof,
  equality: enEquality,
};

export type Dictionary = typeof en;

export const zh: Dictionary = {
  ui: zhUi,
  steps: zhSteps,
  ops: zhOps,
  axes: zhAxes,
  roles: zhRoles,
  proof: zhProof,
  equality: zhEquality,
};

export const dictionaries: Record<'en' | 'zh', Dictionary> = { en, zh };
