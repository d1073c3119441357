// npm run figures: the pictures of tests/figures anew. What has changed is to be looked at before it is committed.

import { isMain, main } from './lib/run.mjs';
import { setup } from './setup.mjs';

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup({ forTests: true });
    const { build } = await import('./lib/wireit.mjs');
    await build('build:all');
    const { writePictures } = await import('../tests/figures/support/pictures.mjs');
    const { written, removed } = writePictures();
    console.log(`tests/figures/pictures: ${written} changed or new, ${removed} removed`);
  });
}
