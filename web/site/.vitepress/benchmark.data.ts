// What `npm run bench -- --save` and `-- --growth` wrote, cut to what the benchmark's page shows.

import { readFileSync } from 'node:fs';
import { defineLoader } from 'vitepress';
import { fastestPeer } from '../../../tests/bench/floors.mjs';
import { captions, names } from '../../../tests/bench/growth/figures.mjs';

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

const results = new URL('../../../tests/bench/results/latest.json', import.meta.url);
const figure = (name: string) =>
  readFileSync(new URL(`../public/benchmark/${name}.svg`, import.meta.url), 'utf8');

function cellOf(result: Result | undefined): BenchmarkCell | undefined {
  const peer = result && fastestPeer(result);
  if (!result || !peer) return undefined;
  const { name, ratio, relaxed = null } = peer;
  return { ms: result.ours_ms, fraction: result.fraction, peer: { name, ratio, relaxed } };
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

/** Time and memory of each study, with what they say. */
function growthIn(language: 'en' | 'zh') {
  return Object.entries(captions()[language]).map(([study, caption]) => ({
    svgs: names
      .filter((name) => name.startsWith(`growth-${study}-`))
      .map((name) => figure(`${name}.${language}`)),
    caption,
  }));
}

export default defineLoader({
  watch: ['../../../tests/bench/results/*.json', '../public/benchmark/*.svg'],
  load(): BenchmarkData {
    const run = JSON.parse(readFileSync(results, 'utf8')) as Run;
    return { ...shown(run), growth: { en: growthIn('en'), zh: growthIn('zh') } };
  },
});
