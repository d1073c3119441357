import type { Dictionary } from '../en/index.js';
import { attentionSteps, headMatrices } from './attention.js';
import { axes } from './axes.js';
import { backwardSteps, downhill } from './backward.js';
import { examples } from './examples.js';
import { faults } from './faults.js';
import { figure } from './figure.js';
import { generationSteps } from './generation.js';
import { ui } from './interface.js';
import { map } from './map.js';
import { memory } from './memory.js';
import { models } from './models.js';
import { problems } from './problems.js';
import { program } from './program.js';
import { proof } from './proof.js';
import { rules } from './rules.js';
import { scalingSteps } from './scaling.js';
import { settings, settingsPanel } from './settings.js';
import { tileSteps } from './tiles.js';
import { transformerSteps } from './transformer.js';
import { updateSteps } from './updates.js';
import { weights } from './weights.js';
import { why } from './why.js';
import { workerSteps } from './workers.js';

/** Every text in Chinese, but those of the panels, which stand beside them, and what is said before there are texts (starting.ts). */
export const zh: Dictionary = {
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
    ...generationSteps,
    ...tileSteps,
    ...workerSteps,
    ...scalingSteps,
    ...backwardSteps,
    ...updateSteps,
  },
  headMatrices,
  proof,
  rules,
  /** By the operation. */
  why,
  figure,
  memory,
  weights,
  map,
  models,
  faults,
  downhill,
  program,
};
