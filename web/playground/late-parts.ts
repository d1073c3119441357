import type { ReactiveElement } from 'lit';
import { LateScript } from '../kit/loading/late-script.js';
import type { Problem } from '../trace/problem.js';
import { isTransformer, type PlaygroundState } from './state.js';

export type LateParts = ReturnType<typeof lateParts>;

/** Fetches what a state shows of them: with a Transformer on the workbench its map, with a trained model its words. Never rejects. */
export async function fetchShown(late: LateParts, state: PlaygroundState): Promise<void> {
  await Promise.all([
    showsMap(state) ? late.map.fetch() : undefined,
    state.parameters === 'random' ? undefined : late.learned.fetch(),
    // The first picture of weights: who waits for the first numbers waits for it.
    showsLines(state) ? late.weights.fetch() : undefined,
  ]);
}

/**
 * Features of their own: fetched with the first Transformer, with the first trained model, when the list of steps is
 * scrolled to, with the first fault.
 */
export const lateParts = (host: ReactiveElement, failed: (problem: Problem) => void) => ({
  map: new LateScript(host, {
    name: 'map',
    load: () => import('../parts/map/map.js'),
    take: ({ ApMap }) => ApMap,
    failed,
  }),
  learned: new LateScript(host, {
    name: 'learned',
    load: () => import('./learned/caption.js'),
    take: ({ ApLearned }) => ApLearned,
    failed,
  }),
  /** The stage draws it, and says if it cannot be had. */
  weights: new LateScript(host, {
    name: 'weights',
    load: () => import('../parts/weights/weights.js'),
    take: ({ ApWeights }) => ApWeights,
  }),
  walk: new LateScript(host, {
    name: 'walk',
    load: () => import('../parts/walk/walk.js'),
    take: ({ ApWalk }) => ApWalk,
    failed,
  }),
  fault: new LateScript(host, {
    name: 'fault',
    load: () => import('../parts/fault/fault.js'),
    take: ({ ApFault }) => ApFault,
    failed,
  }),
});

const showsLines = ({ mode, weightsView }: PlaygroundState): boolean =>
  mode !== 'workbench' && weightsView !== 'matrix';

const showsMap = (state: PlaygroundState): boolean =>
  state.mode === 'workbench' && (isTransformer(state) || state.parameters !== 'random');
