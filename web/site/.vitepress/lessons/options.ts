// The options of a choice.

import { holds, parseCondition } from '../../../lessons/marking/conditions.js';
import { attributesOf, type Element } from './parse';
import type { Stage } from './stage-type';

/** Whether one is right: by its author's word, or by the engine's numbers. */
export function isRight(option: Element, stage: Stage | undefined): boolean {
  const { right, check } = attributesOf(option);
  if (check === undefined) return right !== undefined;
  return stage !== undefined && holds(parseCondition(check), stage);
}
