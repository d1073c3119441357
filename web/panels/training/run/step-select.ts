import type { TemplateResult } from 'lit';
import { renderGroupedSelect } from '../../../kit/fields/select.js';
import { blockTitle, type Block } from '../../../trace/blocks.js';
import { stepTitle } from '../../../trace/names.js';
import type { TraceStore } from '../../../trace/store.js';

/** A choice of any step of some blocks. */
export function renderStepSelect(
  name: string,
  label: string,
  store: TraceStore,
  blocks: readonly Block[],
  path: string,
  choose: (path: string) => void,
): TemplateResult {
  const groups = blocks.map((block) => ({
    label: blockTitle(store.t, block),
    values: block.steps.map((step) => step.path),
  }));
  return renderGroupedSelect(name, label, groups, path, choose, (each) =>
    stepTitle(store, store.step(each)!),
  );
}
