import { filled } from '../../learned/claim.js';
import type { Learned } from '../../learned/learned.js';
import { modelClaims } from '../../learned/claims/index.js';
import type { TraceStore } from '../../trace/store.js';

/** In one line, what a trained model has learned. */
export function claimOf({ name, facts }: Learned, { t, state }: TraceStore): string {
  return facts && name !== 'own'
    ? filled(modelClaims[state.lang][name].claim, facts, state.lang)
    : t.models.own;
}
