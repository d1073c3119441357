/** The trained models that are shipped, by the names of their files: see models/README.md. */
export const SHIPPED = [
  'referent-emergent',
  'referent',
  'translation-textbook',
  'four-pairs',
  'numbers',
  'ring-before',
  'ring-jump',
  'ring',
  'reverse',
  'sort',
  'verse-en',
  'verse-zh',
] as const;
export type ShippedName = (typeof SHIPPED)[number];

/** One of them, or a model of the user's own. */
export type LearnedName = ShippedName | 'own';

/** Where the parameters of a model come from. */
export const PARAMETER_SOURCES = ['random', ...SHIPPED, 'own'] as const;
export type ParameterSource = (typeof PARAMETER_SOURCES)[number];
