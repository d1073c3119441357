// What `npm run bench -- --save` and `-- --growth` wrote for the benchmark's page.

import { existsSync, readFileSync } from 'node:fs';
import { defineLoader } from 'vitepress';

interface Floors {
  /** Our share of what bounds the work, at least. */
  bound?: number;
  /** The fastest peer's time divided by ours, at least. */
  ratio?: number;
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
  /** By platform, in the order of `platforms`; null where the row failed. */
  cells: (BenchmarkCell | null)[];
}

interface Run {
  processor: string;
  date: string;
  platforms: string[];
  engines: string[];
  rows: BenchmarkRow[];
}

export interface BenchmarkData extends Run {
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

const svgOf = (name: string) =>
  readFileSync(new URL(`../public/benchmark/${name}.svg`, import.meta.url), 'utf8');

const growthOf = (shown: { figures: string[]; caption: string }[]) =>
  shown.map(({ figures, caption }) => ({ svgs: figures.map(svgOf), caption }));

const nothing: Run = { processor: '', date: '', platforms: [], engines: [], rows: [] };

export default defineLoader({
  watch: ['../../../tests/bench/results/*.json', '../public/benchmark/*.svg'],
  load(): BenchmarkData {
    const run = readResults<{ shown: Run }>('latest')?.shown ?? nothing;
    const growth = readResults<Growth>('growth')?.shown;
    return {
      ...run,
      growth: { en: growthOf(growth?.en ?? []), zh: growthOf(growth?.zh ?? []) },
    };
  },
});
