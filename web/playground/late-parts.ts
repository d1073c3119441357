import type { ReactiveElement } from 'lit';
import { fetchFormulas } from '../kit/formulas/late-tables.js';
import { LateScript } from '../kit/loading/late-script.js';
import type { Problem } from '../trace/problem.js';
import { opensOnClaim } from './learned/claimed.js';
import { showsLines } from './shows-lines.js';
import { isTransformer, type PlaygroundState } from './state.js';
import type { PlaygroundStore } from './store.js';

export type LateParts = ReturnType<typeof lateParts>;

/** Fetches what a state shows of them: who waits for the first numbers waits for it. Never rejects. */
export async function fetchShown(late: LateParts, state: PlaygroundState): Promise<void> {
  const isWorkbench = state.mode === 'workbench';
  await Promise.all([
    isWorkbench
      ? Promise.all([late.bar.fetch(), late.ribbon.fetch(), late.proof.fetch()])
      : undefined,
    showsGuide(state) ? late.guide.fetch() : undefined,
    showsMap(state) ? late.map.fetch() : undefined,
    state.parameters === 'random' ? undefined : late.learned.fetch(),
    showsLines(state) ? late.weights.fetch() : undefined,
    isWorkbench || !showsLines(state) ? fetchFigures(late) : undefined,
  ]);
}

/** Matrices, and the symbols in their titles. Never rejects. */
export const fetchFigures = (late: LateParts): Promise<unknown> =>
  Promise.all([late.figures.fetch(), fetchFormulas()]);

/**
 * Features of their own: each is fetched with the first state that shows it, when it is scrolled to, or when somebody is
 * about to open it.
 */
export const lateParts = (
  host: ReactiveElement,
  store: PlaygroundStore,
  failed: (problem: Problem) => void,
) => ({
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
  guide: new LateScript(host, {
    name: 'guide',
    load: () => import('../parts/guide/guide.js'),
    take: ({ ApGuide }) => ApGuide,
    arrived: ({ timeToRead }) => (store.timeToRead = timeToRead),
    failed,
  }),
  bar: new LateScript(host, {
    name: 'tools',
    load: () => import('./workbench-bar.js'),
    take: ({ ApControls }) => ApControls,
    failed,
  }),
  take: new LateScript(host, {
    name: 'share',
    load: () => import('./take/take.js'),
    take: ({ ApTake }) => ApTake,
    failed,
  }),
  ribbon: new LateScript(host, {
    name: 'ribbon',
    load: () => import('../parts/ribbon/ribbon.js'),
    take: ({ ApRibbon }) => ApRibbon,
    failed,
  }),
  /** The stage draws them, and says if they cannot be had. */
  figures: new LateScript(host, {
    name: 'figures',
    load: () => import('../parts/stage/figures.js'),
    take: ({ ApFigure }) => ApFigure,
  }),
  weights: new LateScript(host, {
    name: 'weights',
    load: () => import('../parts/weights/weights.js'),
    take: ({ ApWeights }) => ApWeights,
  }),
  sheet: new LateScript(host, {
    name: 'proof',
    load: () => import('../parts/proof/sheet.js'),
    take: ({ ApProofSheet }) => ApProofSheet,
    failed,
  }),
  /** Its sheet says if it cannot be had. */
  proof: new LateScript(host, {
    name: 'proof',
    load: () => import('../parts/proof/proof.js'),
    take: ({ ApProof }) => ApProof,
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

const showsGuide = (state: PlaygroundState): boolean =>
  state.mode === 'guided' || (state.mode === 'figure' && !opensOnClaim(state));

const showsMap = (state: PlaygroundState): boolean =>
  state.mode === 'workbench' && (isTransformer(state) || state.parameters !== 'random');
