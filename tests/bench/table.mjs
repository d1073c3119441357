// The table as people read it. A floor that is missed is marked with a cross.

import { missedFloors } from './measure.mjs';

const number = (value, digits) => (value == null ? '–' : value.toFixed(digits));
const time = (ms) => number(ms, ms < 1 ? 4 : ms < 100 ? 2 : 0);

function cells(record, peers) {
  const missed = missedFloors(record);
  const mark = (floor) => (missed.includes(floor) ? ' ✗' : '');
  const fraction = record.fraction_of_peak;
  return [
    `${record.work} ${record.shape}`,
    time(record.ours_ms),
    time(record.ours_copies_ms),
    number(record.ours_gflops, 1),
    `${fraction == null ? '–' : `${(100 * fraction).toFixed(1)} %`}${mark('peak')}`,
    ...peers.map(({ name }) => {
      const peer = record.peers[name];
      return peer ? `${number(peer.ratio, 2)} × (${time(peer.ms)})` : '–';
    }),
    `${record.floors.ratio ? `≥ ${record.floors.ratio} ×` : '–'}${mark('ratio')}`,
  ];
}

/** Lines of equal columns, the first one flush left and the others right. */
export function columns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  '),
  );
}

export const heading = ({ processor, platform, date, commit }) =>
  [processor, platform, date, commit].filter(Boolean).join(' · ');

export function table(run) {
  const head = [
    'work',
    'ours, ms',
    '+ copies',
    'GFLOP/s',
    'of peak',
    ...run.peers.map(({ name }) => name),
    'floor',
  ];
  const peaks = run.results.map((record) => record.peak_gflops);
  const versions = run.peers.map(
    ({ name, version, native }) => `${name} ${version}${native ? ' (native, not counted)' : ''}`,
  );
  const missed = run.results.filter((record) => missedFloors(record).length > 0).length;
  return [
    heading(run),
    versions.join(', '),
    `Peak of SIMD128: ${Math.min(...peaks).toFixed(1)} to ${Math.max(...peaks).toFixed(1)} GFLOP/s, ` +
      `by ${run.peak}. One thread each.`,
    '',
    ...columns([head, ...run.results.map((record) => cells(record, run.peers))]),
    '',
    'A peer’s column: its time divided by ours, with copies on the same side, and its milliseconds.',
    'A native engine is shown, not counted: nobody can use it in a page instead.',
    missed === 0 ? 'No floor is missed.' : `✗ marks a missed floor: ${missed} rows.`,
  ].join('\n');
}
