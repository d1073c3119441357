/** Registers the panel; imported for that alone. */
export { ScalingStudyElement } from './scaling-study.js';
