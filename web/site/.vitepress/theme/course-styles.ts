import { defineComponent } from 'vue';
import { pageStyles } from './page-styles';
import beside from './course.css?inline';
import lessons from './learn.css?inline';

/** The styles of the course, for each of its pages, before what they are for. */
export const CourseStyles = defineComponent(() => () => pageStyles(lessons + beside));
