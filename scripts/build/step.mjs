// One step of the build, by its name: package.json says which steps read what the others write.
//   node scripts/build/step.mjs library | train | wasm | generated | bundle | types | site | sizes | pinned

import { main, mustRun } from '../lib/run.mjs';

async function buildNative(target) {
  await mustRun('cmake', ['--preset', 'native'], { quiet: true });
  await mustRun('cmake', ['--build', '--preset', 'native', '--target', target], { quiet: true });
}

const steps = {
  /** The C++ core for this machine. */
  library: () => buildNative('attention_playground'),
  /** The program behind `npm run train`, which tests run beside others that build for this machine. */
  train: () => buildNative('train'),
  /** The C++ core and its bindings. */
  wasm: async () => (await import('./wasm.mjs')).buildWasm(),
  /** What pages take from the step declarations, from the figures and from the models. */
  async generated() {
    const { generate, listFacts, listKinds } = await import('./generated.mjs');
    listKinds();
    listFacts();
    await generate();
  },
  /** What pages without a bundler load. */
  bundle: async () => (await import('./bundle.mjs')).bundle(),
  /** What bundlers, Node and editors read. */
  types: async () => (await import('./types.mjs')).buildTypes(),
  site: async () => (await import('./site.mjs')).buildSite(),
  /** Prints what a visitor loads, against the budgets. */
  sizes: async () => (await import('./sizes.mjs')).printSizes(),
  /** Prints the tag of the published script in one file. */
  pinned: async () => (await import('./pinned.mjs')).printPinned(),
};

await main(() => steps[process.argv[2]]());
