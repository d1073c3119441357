// The cards of the trained models, for the page that shows them.

import { defineLoader } from 'vitepress';
import { readModelCards, type ModelCards } from './read-models';

declare const data: ModelCards;
export { data };

export default defineLoader({
  watch: ['../../../models/*', '../../learned/**/*.ts'],
  load: readModelCards,
});
