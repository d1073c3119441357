// One point of the growth figures, in a process of its own: node growth-point.mjs ENGINE TOKENS [WAY]
// Prints what a call takes and how large the engine's wasm memory has become.

import { inputsOf } from './inputs.mjs';
import { openOurs } from './ours.mjs';
import { median } from './timing.mjs';
import { attention } from './work.mjs';

const [engineName, tokens, way] = process.argv.slice(2);

/** All memories that are made after this; onnxruntime does not tell its own. */
const memories = [];
WebAssembly.Memory = class extends WebAssembly.Memory {
  constructor(descriptor) {
    super(descriptor);
    memories.push(this);
  }
};
const allMemory = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);

const open = {
  async ours() {
    const engineUrl = new URL('../../dist/index.js', import.meta.url).href;
    const engine = await openOurs({ engineUrl });
    return { engine, memoryBytes: engine.memoryBytes };
  },
  async onnxruntime() {
    const { openOnnxruntime } = await import('./peers/onnxruntime.mjs');
    return { engine: await openOnnxruntime({ wasmFolder: {} }), memoryBytes: allMemory };
  },
};

const rounds = 5;
const roundMilliseconds = 60;

/** The median of rounds of calls, after as long again to warm up. */
async function timeCalls(run) {
  const times = [];
  for (let round = 0; round < 2 * rounds; ++round) {
    const start = performance.now();
    let calls = 0;
    do {
      await run();
      ++calls;
    } while (performance.now() - start < roundMilliseconds);
    times.push((performance.now() - start) / calls);
  }
  return median(times.slice(rounds));
}

async function measurePoint() {
  const { engine, memoryBytes } = await open[engineName]();
  const before = memoryBytes();
  const work = attention(1, Number(tokens));
  const [contender] = await engine.prepare(work, inputsOf(work), { copies: 'included', way });
  const ms = await timeCalls(contender.run);
  const after = memoryBytes();
  return { ms, memory_bytes: after, grown_bytes: after - before };
}

// An engine may refuse a length, and says so at length itself: the point says it in a line.
const result = await measurePoint().catch((error) => ({ error: error.message.split('\n')[0] }));
console.log(JSON.stringify(result));
