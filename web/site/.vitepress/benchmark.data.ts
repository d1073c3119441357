// What `npm run bench -- --save` and `-- --growth` wrote, cut to what the benchmark's page shows.

import { existsSync, readFileSync } from 'node:fs';
import { defineLoader } from 'vitepress';

interface Floors {
  /** Our share of what bounds the work, at least. */
  bound?: number;
  /** The fastest peer's time divided by ours, at least. */
  ratio?: number;
}

interface Result {
  work: string;
  shape: string;
  ours_ms: number;
  fraction: number | null;
  floors: Floors;
  peers: Record<string, { ratio: number; relaxed?: number; native?: boolean }>;
}

interface Run {
  processor: string;
  date: string;
  platforms: {
    name: string;
    peers: { name: string; version: string; native: boolean }[];
    results: Result[];
  }[];
}

interface Growth {
  /** By language: names of figures, and what they say. */
  shown: Record<'en' | 'zh', { figures: string[]; caption: string }[]>;
}

/** A row of the table on one platform. */
export interface BenchmarkCell {
  ms: number;
  fraction: number | null;
  /** The fastest of those that a page could use instead: its time divided by ours, and by ours with relaxed SIMD. */
  peer: { name: string; ratio: number; relaxed: number | null };
}

export interface BenchmarkRow {
  work: string;
  shape: string;
  floors: Floors;
  /** By platform, in the order of `platforms`; undefined where the row failed. */
  cells: (BenchmarkCell | undefined)[];
}

export interface BenchmarkData {
  processor: string;
  date: string;
  platforms: string[];
  engines: string[];
  rows: BenchmarkRow[];
  /** How costs grow, by language. */
  growth: Record<'en' | 'zh', { svgs: string[]; caption: string }[]>;
}

declare const data: BenchmarkData;
export { data };

/** Results are part of the tests: without them, the page has its text. */
function readResults<Record>(name: string): Record | undefined {
  const file = new URL(`../../../tests/bench/results/${name}.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record) : undefined;
}

/** The peer whose ratio is least, of those that a page could use instead. */
function fastestPeer({ peers }: Result): BenchmarkCell['peer'] | undefined {
  return Object.entries(peers)
    .filter(([, { native }]) => !native)
    .map(([name, { ratio, relaxed = null }]) => ({ name, ratio, relaxed }))
    .sort((one, other) => one.ratio - other.ratio)[0];
}

function cellOf(result: Result | undefined): BenchmarkCell | undefined {
  const peer = result && fastestPeer(result);
  return peer && { ms: result.ours_ms, fraction: result.fraction, peer };
}

function shown({ processor, date, platforms }: Run): Omit<BenchmarkData, 'growth'> {
  // A page runs in Chromium: it comes first.
  const ordered = [...platforms].reverse();
  const [first] = ordered;
  const engines = (first?.peers ?? [])
    .filter(({ native }) => !native)
    .map(({ name, version }) => `${name} ${version}`);
  const rows = (first?.results ?? []).map(({ work, shape, floors }) => ({
    work,
    shape,
    floors,
    cells: ordered.map(({ results }) =>
      cellOf(results.find((result) => result.work === work && result.shape === shape)),
    ),
  }));
  return { processor, date, platforms: ordered.map(({ name }) => name), engines, rows };
}

const svgOf = (name: string) =>
  readFileSync(new URL(`../public/benchmark/${name}.svg`, import.meta.url), 'utf8');

const growthOf = (shown: { figures: string[]; caption: string }[]) =>
  shown.map(({ figures, caption }) => ({ svgs: figures.map(svgOf), caption }));

const nothing: Run = { processor: '', date: '', platforms: [] };

export default defineLoader({
  watch: ['../../../tests/bench/results/*.json', '../public/benchmark/*.svg'],
  load(): BenchmarkData {
    const run = readResults<Run>('latest') ?? nothing;
    const growth = readResults<Growth>('growth')?.shown;
    return {
      ...shown(run),
      growth: { en: growthOf(growth?.en ?? []), zh: growthOf(growth?.zh ?? []) },
    };
  },
});
