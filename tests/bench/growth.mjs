// npm run bench -- --growth: time and wasm memory of attention, of a trace and of an update as work grows, each point in a fresh
// process. Writes the numbers and the figures of both languages.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { keepGrowth } from './growth/figures.mjs';
import { studies } from './growth/studies.mjs';
import { processor, versions } from './machine.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Each point so many times, with all others of its study between: what slows the machine for a while slows few. */
const passes = 3;

function measurePoint(study, { engine, way }, size) {
  const args = [study, engine, String(size), ...(way ? [way] : [])];
  try {
    const output = execFileSync(process.execPath, [path('growth/point.mjs'), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(output.trim().split('\n').at(-1));
  } catch (error) {
    return { error: error.message.split('\n')[0] };
  }
}

/** The run of the median time; or what an engine says that refuses a size. */
function middleOf(runs) {
  const refused = runs.find(({ error }) => error);
  return refused ?? runs.sort((a, b) => a.ms - b.ms)[runs.length >> 1];
}

/** The faster of an engine's ways, with the names of those that failed. */
function fasterOf(ways) {
  const failed = ways.filter(({ error }) => error).map(({ way }) => way);
  const [fastest] = ways.filter(({ error }) => !error).sort((a, b) => a.ms - b.ms);
  return { ...fastest, ...(failed.length > 0 && { failed }) };
}

const shown = (engine, { ms, memory_bytes: bytes }) =>
  ms === undefined
    ? `${engine} refuses`
    : `${engine} ${ms.toFixed(3)} ms${bytes ? `, ${(bytes / 2 ** 20).toFixed(1)} MiB` : ''}`;

function measureStudy(name, { by, sizes, contenders }) {
  const runs = contenders.map(() => sizes.map(() => []));
  for (let pass = 0; pass < passes; ++pass) {
    sizes.forEach((size, i) => {
      contenders.forEach((contender, k) => {
        if (runs[k][i].some(({ error }) => error)) return;
        const run = measurePoint(name, contender, size);
        const { engine, way = '', mayRefuse } = contender;
        if (run.error && !mayRefuse) throw new Error(`${engine}, ${by} ${size}: ${run.error}`);
        if (run.error) console.log(`  ${engine} ${way} refuses ${by} ${size}: ${run.error}`);
        runs[k][i].push(run);
      });
    });
  }
  return sizes.map((size, i) => {
    const ways = contenders.map(({ engine, way }, k) => ({ engine, way, ...middleOf(runs[k][i]) }));
    const point = { [by]: size };
    for (const engine of new Set(contenders.map(({ engine }) => engine))) {
      const own = ways.filter((each) => each.engine === engine);
      point[engine] = fasterOf(own.map(({ engine: _, ...result }) => result));
    }
    const engines = Object.entries(point).slice(1);
    console.log(`${name}, ${by} ${size}: ${engines.map((each) => shown(...each)).join(' · ')}`);
    return point;
  });
}

export async function growth() {
  const record = {
    processor: processor(),
    platform: `Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 10),
    onnxruntime: versions['onnxruntime-web'],
    jax: versions['@jax-js/jax'],
    tfjs: versions['@tensorflow/tfjs-core'],
  };
  for (const [name, study] of Object.entries(studies)) record[name] = measureStudy(name, study);
  await keepGrowth(record);
}
