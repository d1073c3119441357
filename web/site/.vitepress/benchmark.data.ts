// What `npm run bench -- --save` and `-- --growth` wrote, cut to what the benchmark's page shows.

import { existsSync, readFileSync } from 'node:fs';
import { defineLoader } from 'vitepress';

interface Peer {
  ms: number;
  ratio: number;
  native?: boolean;
}

interface Result {
  work: string;
  shape: string;
  ours_ms: number;
  fraction_of_peak: number | null;
  floors: { peak?: number; ratio?: number };
  peers: Record<string, Peer>;
}

interface Run {
  processor: string;
  platform: string;
  date: string;
  peers: { name: string; version: string; native: boolean }[];
  results: Result[];
}

export interface BenchmarkRow {
  work: string;
  shape: string;
  ms: number;
  fractionOfPeak: number | null;
  floors: { peak?: number; ratio?: number };
  /** The fastest of those that a page could use instead. */
  peer: { name: string; ratio: number };
}

export interface BenchmarkRun {
  processor: string;
  platform: string;
  date: string;
  engines: string[];
  rows: BenchmarkRow[];
}

export interface BenchmarkData {
  runs: BenchmarkRun[];
  /** SVG by language: time, then memory. */
  figures: Record<'en' | 'zh', string[]>;
}

declare const data: BenchmarkData;
export { data };

const results = new URL('../../../tests/bench/results/latest.json', import.meta.url);
const figure = (name: string) =>
  readFileSync(new URL(`../public/benchmark/${name}.svg`, import.meta.url), 'utf8');

function fastestPeer(peers: Record<string, Peer>) {
  const counted = Object.entries(peers).filter(([, peer]) => !peer.native);
  const [name, { ratio }] = counted.reduce((least, next) =>
    next[1].ratio < least[1].ratio ? next : least,
  );
  return { name, ratio };
}

function shown(run: Run): BenchmarkRun {
  return {
    processor: run.processor,
    platform: run.platform,
    date: run.date,
    engines: run.peers
      .filter(({ native }) => !native)
      .map(({ name, version }) => `${name} ${version}`),
    rows: run.results.map((result) => ({
      work: result.work,
      shape: result.shape,
      ms: result.ours_ms,
      fractionOfPeak: result.fraction_of_peak,
      floors: result.floors,
      peer: fastestPeer(result.peers),
    })),
  };
}

export default defineLoader({
  watch: ['../../../tests/bench/results/*.json', '../public/benchmark/*.svg'],
  load(): BenchmarkData {
    const all = existsSync(results)
      ? (JSON.parse(readFileSync(results, 'utf8')) as Record<string, Run>)
      : {};
    const drawn = (language: string) =>
      ['growth-time', 'growth-memory'].map((name) => figure(`${name}.${language}`));
    return {
      runs: Object.values(all).map(shown),
      figures: { en: drawn('en'), zh: drawn('zh') },
    };
  },
});
