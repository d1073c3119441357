/** Registers the elements of a lesson; imported only for this side effect. */
export { AttentionLessonElement } from './attention-lesson.js';
export { LessonBeatElement } from './lesson-beat.js';
export { LessonMapElement } from './lesson-map.js';
export { LessonProgramElement } from './lesson-program.js';
export { LessonReplyElement } from './lesson-reply.js';
export { LessonSwitchElement } from './lesson-switch.js';
export { LessonValueElement } from './lesson-value.js';
export { LessonChoiceElement } from './prompts/choice.js';
export { LessonNumberElement } from './prompts/number.js';
export { LessonOrderElement } from './prompts/order.js';
export { LessonPointElement } from './prompts/point.js';
export { LessonRowElement } from './prompts/row.js';
export { LessonShapeElement } from './prompts/shape.js';
export { LessonTaskElement } from './prompts/task.js';
