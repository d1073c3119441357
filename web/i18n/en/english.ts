import { axes } from './names.js';
import { proof } from './proof.js';
import { settings } from './settings.js';
import { steps } from './steps.js';
import { ui } from './ui.js';

/** Every text of the first view; `steps` has the title of each kind of step. */
export const en = { ui, settings, steps, axes, proof };
export type Dictionary = typeof en;
