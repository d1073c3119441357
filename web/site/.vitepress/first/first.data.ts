import { defineLoader } from 'vitepress';
import type { FirstScreen } from './first';
import { readFirstScreens } from './read-first';

declare const data: Record<'en' | 'zh', FirstScreen>;
export { data };

export default defineLoader({
  watch: ['../../../../models/*', '../../../learned/**/*.ts', '../../../i18n/**/*.ts'],
  load: readFirstScreens,
});
