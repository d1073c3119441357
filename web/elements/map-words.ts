import type { Step } from '../engine/types.js';
import { texts as en } from '../i18n/en/panels/map.js';
import { texts as zh } from '../i18n/zh/panels/map.js';
import type { Language } from '../i18n/index.js';

/** The map's own texts, loaded with it. */
export const words: Record<Language, typeof en> = { en, zh };

/** `1×5×64`; `1` for a single number. */
export function shapeOf({ shape }: Step): string {
  return shape.length > 0 ? shape.join('×') : '1';
}
