// For the page of the benchmark.

type Study = 'attention' | 'trace' | 'width' | 'batch';

/** Time and memory of each study, in order: `${name}.${language}.svg`. */
export const names: readonly string[];

/** A sentence for each pair of figures. */
export function captions(): Record<'en' | 'zh', Record<Study, string>>;
