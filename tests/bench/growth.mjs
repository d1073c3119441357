// npm run bench -- --growth: time and wasm memory of attention (one head, d 64, copies included) against the
// number of tokens, each point in a fresh process. Writes the numbers and the figures of both languages.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figure } from './figure.mjs';
import { processor, versions } from './node.mjs';
import { writeResults } from './results.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const figures = path('../../web/site/public/benchmark/');
const lengths = Array.from({ length: 8 }, (_, index) => 64 << index);
const waysOfOnnxruntime = ['graph', 'MultiHeadAttention'];

function point(...args) {
  const output = execFileSync(process.execPath, [path('growth-point.mjs'), ...args.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output.trim().split('\n').at(-1));
}

function measurePoint(tokens) {
  const ours = point('ours', tokens);
  const theirs = waysOfOnnxruntime.map((way) => ({ way, ...point('onnxruntime', tokens, way) }));
  for (const { way, error } of theirs) if (error) console.log(`  ${way} fails: ${error}`);
  const [faster] = theirs.filter(({ error }) => !error).sort((a, b) => a.ms - b.ms);
  if (ours.error || !faster) throw new Error(`No point at ${tokens}: ${ours.error ?? 'peer'}`);
  const failed = theirs.filter(({ error }) => error).map(({ way }) => way);
  const text = (name, { ms, memory_bytes: bytes }) =>
    `${name} ${ms.toFixed(3)} ms, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
  const both = [text('ours', ours), text(`onnxruntime-web (${faster.way})`, faster)];
  console.log(`T ${String(tokens).padStart(4)}: ${both.join(' · ')}`);
  return { tokens, ours, onnxruntime: failed.length > 0 ? { ...faster, failed } : faster };
}

const texts = {
  en: {
    time: 'Time of attention by number of tokens',
    memory: 'Wasm memory of attention by number of tokens',
    tokens: 'tokens T',
    milliseconds: 'ms',
    mebibytes: 'MiB',
    ours: 'this project',
    describe: (title, ours, theirs, unit, tokens) =>
      `${title}, both axes logarithmic. At ${tokens} tokens: this project ${ours} ${unit}, ` +
      `onnxruntime-web ${theirs} ${unit}.`,
  },
  zh: {
    time: '注意力耗时随词元数的变化',
    memory: '注意力的 wasm 内存随词元数的变化',
    tokens: '词元数 T',
    milliseconds: '毫秒',
    mebibytes: 'MiB',
    ours: '本项目',
    describe: (title, ours, theirs, unit, tokens) =>
      `${title}，两轴均为对数刻度。${tokens} 个词元时：本项目 ${ours} ${unit}，onnxruntime-web ${theirs} ${unit}。`,
  },
};

function writeFigures(points) {
  mkdirSync(figures, { recursive: true });
  const measures = {
    time: { unit: 'milliseconds', of: ({ ms }) => ms },
    memory: { unit: 'mebibytes', of: ({ memory_bytes: bytes }) => bytes / 2 ** 20 },
  };
  for (const [language, text] of Object.entries(texts)) {
    for (const [name, { unit, of }] of Object.entries(measures)) {
      const last = points.at(-1);
      const shown = (value) => of(value).toFixed(0);
      const series = (label, engine) => ({
        label,
        points: points.map((each) => [each.tokens, of(each[engine])]),
      });
      const svg = figure({
        id: `growth-${name}`,
        language,
        title: text[name],
        description: text.describe(
          text[name],
          shown(last.ours),
          shown(last.onnxruntime),
          text[unit],
          last.tokens,
        ),
        horizontal: text.tokens,
        vertical: text[unit],
        series: [series(text.ours, 'ours'), series('onnxruntime-web', 'onnxruntime')],
      });
      writeFileSync(`${figures}growth-${name}.${language}.svg`, svg);
    }
  }
}

export async function growth() {
  const points = lengths.map(measurePoint);
  const record = {
    processor: processor(),
    platform: `Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 10),
    onnxruntime: versions['onnxruntime-web'],
    points,
  };
  await writeResults('growth', record);
  writeFigures(points);
}
