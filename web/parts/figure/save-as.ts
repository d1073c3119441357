// What is saved of the step that is shown, drawn for paper, however the page shows it.

import type { Said } from '../../trace/said.js';
import { fill } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';
import { asLines, asMatrix, type Drawable } from './drawable.js';
import { measure, savePng, saveSvg } from './save.js';

export type FigureFormat = 'svg' | 'png' | 'tex' | 'markdown';
