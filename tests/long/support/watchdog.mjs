// A call that never ends stops everything that runs beside it: only another thread can say so.

import { Worker } from 'node:worker_threads';

const seconds = 120;
const program = `
  const { workerData: { beats, seed, seconds } } = require('node:worker_threads');
  let last = -1;
  setInterval(() => {
    if (beats[0] === last) {
      require('node:fs').writeSync(2, 'Hangs. Again: SEED=' + seed + ' FROM=' + beats[1] + '\\n');
      process.kill(process.pid);
    }
    last = beats[0];
  }, 1000 * seconds);
`;

/** Ends the process, saying where, when the function that it gives is not called for two minutes. */
export function watch(seed) {
  const beats = new Int32Array(new SharedArrayBuffer(8));
  new Worker(program, { eval: true, workerData: { beats, seed, seconds } }).unref();
  return (episode) => {
    beats[0]++;
    beats[1] = episode;
  };
}
