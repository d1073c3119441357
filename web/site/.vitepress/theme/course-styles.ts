// The styles that pages of the course have beside learn.css. VitePress puts all stylesheets that it knows of into one file, which
// the first screen of the site has to fetch: these are a text in the script of the pages that show <CourseStyles />.

import { defineComponent, h } from 'vue';
import styles from './course.css?inline';

export const CourseStyles = defineComponent(() => () => h('style', { innerHTML: styles }));
