import type { Dictionary } from '../en/english.js';
import { axes } from './names.js';
import { proof } from './proof.js';
import { settings } from './settings.js';
import { steps } from './steps.js';
import { ui } from './ui.js';

export const zh: Dictionary = { ui, settings, steps, axes, proof };
