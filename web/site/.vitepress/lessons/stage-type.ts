// A figure of a lesson without a page.

import type { Subject } from '../../../lessons/marking/conditions.js';

export interface Stage extends Subject {
  /** What it shows as SVG; `id` begins the ids in it. '' where only a page can draw it. */
  draw(id: string): string;
  dispose(): void;
}
