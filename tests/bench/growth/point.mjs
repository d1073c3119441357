// One point, in a process of its own: node point.mjs STUDY ENGINE SIZE [WAY]
// Prints what a call takes and how large the engine's wasm memory has become.

import { inputsOf, randomNumbers } from '../inputs.mjs';
import { median } from '../timing.mjs';
import { attention } from '../work.mjs';

const [study, engineName, size, way] = process.argv.slice(2);
const engineUrl = new URL('../../../dist/index.js', import.meta.url).href;

/** All memories that are made after this; onnxruntime does not tell its own. */
const memories = [];
WebAssembly.Memory = class extends WebAssembly.Memory {
  constructor(descriptor) {
    super(descriptor);
    memories.push(this);
  }
};
const allMemory = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);

const engines = {
  async ours() {
    const { openOurs } = await import('../ours.mjs');
    return openOurs({ engineUrl });
  },
  async onnxruntime() {
    const { openOnnxruntime } = await import('../peers/onnxruntime.mjs');
    return { ...(await openOnnxruntime({ wasmFolder: {} })), memoryBytes: allMemory };
  },
};

/** Each gives `run`, what is timed, and what memory it takes; `after` gets the result of a call. */
const open = {
  async attention(engine, tokens) {
    const { prepare, memoryBytes } = await engines[engine]();
    const work = attention(1, tokens);
    const [{ run }] = await prepare(work, inputsOf(work), { copies: 'included', way });
    return { run, memoryBytes };
  },
  async trace(_, tokens) {
    const { load } = await import(engineUrl);
    const ap = await load();
    const dModel = 64;
    const x = { shape: [1, tokens, dModel], data: randomNumbers(tokens * dModel, 1) };
    return {
      run: () => ap.traceAttention({ x, dModel, numHeads: 8 }),
      after: (trace) => trace.dispose(),
      memoryBytes: () => ap.memoryBytes(),
    };
  },
  async width(engine, width) {
    const { openUpdate } = await import('./update.mjs');
    return openUpdate(engine, { width, batch: 8 });
  },
  async batch(engine, batch) {
    const { openUpdate } = await import('./update.mjs');
    return openUpdate(engine, { width: 64, batch });
  },
};

/** Short calls fill a round; a long one is a round by itself. */
const roundMilliseconds = 60;
const warmUpMilliseconds = 300;
/** As many rounds as fit into the time, but neither fewer nor more. */
const rounds = { least: 3, most: 9, milliseconds: 1500 };

/** The milliseconds of a call, from calls that take a round together. */
async function timeRound({ run, after }) {
  let taken = 0;
  let calls = 0;
  do {
    const start = performance.now();
    const result = await run();
    taken += performance.now() - start;
    ++calls;
    after?.(result);
  } while (taken < roundMilliseconds);
  return taken / calls;
}

async function timeCalls(contender) {
  const start = performance.now();
  do await timeRound(contender);
  while (performance.now() - start < warmUpMilliseconds);
  const times = [];
  const end = performance.now() + rounds.milliseconds;
  while (times.length < rounds.least || (times.length < rounds.most && performance.now() < end)) {
    times.push(await timeRound(contender));
  }
  return median(times);
}

async function measurePoint() {
  const contender = await open[study](engineName, Number(size));
  const ms = await timeCalls(contender);
  return { ms, memory_bytes: contender.memoryBytes?.() };
}

// An engine may refuse a size, and says so at length itself: the point says it in a line.
const result = await measurePoint().catch((error) => ({ error: error.message.split('\n')[0] }));
console.log(JSON.stringify(result));
// Some engine may keep a worker.
process.exit();
