import { attentionSteps, headMatrices } from './attention.js';
import { backwardSteps, downhill } from './backward.js';
import { examples } from './examples.js';
import { axes, ui } from './interface.js';
import { models } from './models.js';
import { problems } from './problems.js';
import { proof } from './proof.js';
import { settings, settingsPanel } from './settings.js';
import { story } from './story.js';
import { take } from './take.js';
import { transformerSteps } from './transformer.js';
import { faults, figure, map, memory, program, weights } from './views.js';

/**
 * Every text in English, but those of panels and proofs, which stand beside them and come when they are opened, and what is said
 * before there are texts (starting.ts).
 */
export const en = {
  ui,
  settings,
  settingsPanel,
  examples,
  problems,
  axes,
  /** By the kind of step. */
  steps: {
    ...attentionSteps,
    ...transformerSteps,
    ...backwardSteps,
  },
  headMatrices,
  proof,
  figure,
  memory,
  weights,
  map,
  models,
  faults,
  downhill,
  program,
  story,
  take,
};
export type Dictionary = typeof en;
