// The tables as people read them. A floor that is missed is marked with a cross.

import { fastestPeer, missedFloors } from './floors.mjs';
import { nameOf } from './work.mjs';

const number = (value, digits) => (value == null ? '–' : value.toFixed(digits));
const time = (ms) => number(ms, ms < 1 ? 4 : ms < 100 ? 2 : 0);
const percent = (fraction) => (fraction == null ? '–' : `${(100 * fraction).toFixed(0)} %`);

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

const engine = ({ name, version, native }) =>
  `${name} ${version}${native ? ' (native, not counted)' : ''}`;

const marks = (record) => {
  const missed = missedFloors(record);
  return (floor) => (missed.includes(floor) ? ' ✗' : '');
};

function platformCells(record) {
  if (!record) return ['failed', '', '', ''];
  const mark = marks(record);
  const peer = fastestPeer(record);
  return [
    time(record.ours_ms),
    percent(record.fraction) + mark('bound'),
    (peer ? `${number(peer.ratio, 2)} × ${peer.name}` : '–') + mark('ratio'),
    number(record.relaxed, 2),
  ];
}

/** What a run found, all platforms side by side: `{ processor, date, commit, platforms: [{ name, peak, peers, results }] }`. */
export function table({ platforms, ...run }) {
  const [{ results: rows }] = platforms;
  const floor = ({ floors: { bound, ratio } }) =>
    [bound && percent(bound), ratio && `${ratio} ×`].filter(Boolean).join(', ');
  const head = [
    'work',
    ...platforms.flatMap((platform) => [platform.name, 'of bound', 'fastest peer', 'relaxed']),
    'floors',
  ];
  const lines = rows.map((row) => [
    nameOf(row),
    ...platforms.flatMap(({ results }) =>
      platformCells(results.find((record) => nameOf(record) === nameOf(row))),
    ),
    floor(row),
  ]);
  const missed = platforms.flatMap(({ results }) =>
    results.filter((record) => missedFloors(record).length > 0),
  );
  return [
    heading(run),
    ...platforms.map(
      ({ name, peak, peers }) => `${name}: ${peers.map(engine).join(', ')}; peak by ${peak}`,
    ),
    '',
    ...columns([head, ...lines]),
    '',
    'One thread each. ms of ours, operands resident; our share of the peak of SIMD128, or, for one row, of the bytes a',
    'second of a plain sum; the fastest peer’s time divided by ours, copies on the same side; how many times as fast',
    'relaxed SIMD is. A native engine is shown with --peers, not counted: nobody can use it in a page instead.',
    missed.length === 0 ? 'No floor is missed.' : `✗ marks a missed floor: ${missed.length} rows.`,
  ].join('\n');
}

/** Every peer on one platform: its time divided by ours, and its milliseconds. */
export function peersTable({ name, peers, results }) {
  const head = ['work', 'ours, ms', '+ copies', 'rate', ...peers.map((peer) => peer.name)];
  const lines = results.map((record) => [
    nameOf(record),
    time(record.ours_ms),
    time(record.ours_copies_ms),
    record.unit ? `${number(record.rate, 1)} ${record.unit}` : '–',
    ...peers.map((peer) => {
      const found = record.peers[peer.name];
      return found ? `${number(found.ratio, 2)} × (${time(found.ms)})` : '–';
    }),
  ]);
  return [name, ...columns([head, ...lines])].join('\n');
}
