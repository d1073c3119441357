// The cards of common mistakes, for the first screen.

import { defineLoader } from 'vitepress';
import { load } from '../../../engine/index.js';
import { mistakesOf, type Mistakes } from './cards';

declare const data: Mistakes;
export { data };

export default defineLoader({
  async load(): Promise<Mistakes> {
    return mistakesOf(await load());
  },
});
