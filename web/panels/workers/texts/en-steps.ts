import type { StepText } from '../../../i18n/step-text.js';

/** Heads on several workers. */
export const steps = {
  worker_w_q: {
    title: 'Part of the query matrix',
    text: 'The columns of the query matrix that belong to this worker’s heads. Heads do not need each other until the output, so each worker computes its own alone.',
  },
  worker_w_k: {
    title: 'Part of the key matrix',
    text: 'The columns of the key matrix that belong to this worker’s heads.',
  },
  worker_w_v: {
    title: 'Part of the value matrix',
    text: 'The columns of the value matrix that belong to this worker’s heads.',
  },
  worker_w_o: {
    title: 'Part of the output matrix',
    text: 'The rows of the output matrix that meet this worker’s heads. The first matrices are split by columns, this one by rows (Shoeybi et al. 2019).',
  },
  worker_b_q: {
    title: 'Part of the query bias',
    text: 'The part of the query bias that belongs to this worker’s heads.',
  },
  worker_b_k: {
    title: 'Part of the key bias',
    text: 'The part of the key bias that belongs to this worker’s heads.',
  },
  worker_b_v: {
    title: 'Part of the value bias',
    text: 'The part of the value bias that belongs to this worker’s heads.',
  },
  partial_output: {
    title: 'Partial output',
    text: 'The worker’s heads times its rows of the output matrix. It has the shape of the whole output, but only part of every sum.',
  },
  summed_output: {
    title: 'Sum of the workers',
    text: 'The partial outputs of all workers are added, and the sum is the whole output. They agree up to rounding, as a dot product may be added up in pieces. Only here do the workers have to meet.',
  },
} satisfies Record<string, StepText>;
