// What the site's page shows of a run.

import { fastestPeer } from './floors.mjs';
import { nameOf } from './work.mjs';

function cellOf(record) {
  const peer = record && fastestPeer(record);
  if (!peer) return null;
  const { name, ratio, relaxed = null } = peer;
  return { ms: record.ours_ms, fraction: record.fraction, peer: { name, ratio, relaxed } };
}

/** A page runs in Chromium, the last platform of a run: the page shows it first. */
export function shownOf({ processor, date, platforms }) {
  const ordered = [...platforms].reverse();
  const [first] = ordered;
  return {
    ...{ processor, date },
    platforms: ordered.map(({ name }) => name),
    engines: first.peers
      .filter(({ native }) => !native)
      .map(({ name, version }) => `${name} ${version}`),
    rows: first.results.map((row) => ({
      ...{ work: row.work, shape: row.shape, floors: row.floors },
      // By platform; null where the row failed.
      cells: ordered.map(({ results }) =>
        cellOf(results.find((record) => nameOf(record) === nameOf(row))),
      ),
    })),
  };
}
