import type { FaultName } from '../../engine/types/index.js';
import type { Language } from '../../i18n/index.js';

/** The lesson about each fault, and its beat, for those that have one. */
export const LESSONS: Readonly<Partial<Record<FaultName, string>>> = {
  softmax_axis: 'which-axis#wrong',
  no_scale: 'why-scale#certain',
  scale_by_sqrt_d: 'why-scale#divide',
  scale_by_sqrt_h: 'why-scale#divide',
  mask_after_softmax: 'no-looking-ahead#short',
  padding_on_queries: 'padding#emptied',
  mask_inverted: 'padding#true',
  view_without_transpose: 'heads#mixed',
  dropout_in_evaluation: 'which-axis#left',
  finite_mask: 'shares#faulty',
  key_value_swapped: 'query-key-value#swapped',
  positions_twice: 'word-order#doubled',
  values_of_queries: 'two-sentences#deaf',
  norm_axis: 'the-block#wrong',
  no_causal_mask: 'it-translates#peek',
  tile_without_rescale: 'tiles#forgot',
};

/** Here and not in web/i18n, which the first screen fetches. */
export const lessonTexts: Readonly<Record<Language, string>> = {
  en: 'The lesson about it',
  zh: '讲它的那一课',
};
