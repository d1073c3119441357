/** Registers the panel; imported only for this side effect. */
export { ScalingStudyElement } from './scaling-study.js';
