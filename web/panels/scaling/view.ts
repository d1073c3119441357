import type { CellRef } from '../../trace/store.js';
import type { PanelStore } from '../panel-store.js';
import type { Study } from './study.js';
import type { Texts } from './texts/en.js';

/** What the parts are drawn from. */
export interface StudyView {
  t: Texts;
  store: PanelStore<Study>;
  open(cell: CellRef): void;
}
