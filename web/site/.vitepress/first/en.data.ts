import { defineLoader } from 'vitepress';
import type { FirstScreen } from './first';
import { readFirstScreen } from './read-first';

declare const data: FirstScreen;
export { data };

export default defineLoader({
  watch: ['../../../../models/*', '../../../learned/**/*.ts', '../../../i18n/**/*.ts'],
  load: () => readFirstScreen('en'),
});
