// What is said of a record: who is next to us, and which of our floors it is below.

/** Those that a page could use instead; native engines are shown, not counted. */
export const counted = ({ peers }) => Object.entries(peers).filter(([, peer]) => !peer.native);

/** `{ name, ms, ratio, best }` of the peer whose ratio is least, if there is one. */
export function fastestPeer(record) {
  const peers = counted(record).map(([name, peer]) => ({ name, ...peer }));
  return peers.reduce((least, peer) => (least?.ratio < peer.ratio ? least : peer), undefined);
}

/** Which floors a record is below: `['bound', 'ratio']`. */
export function missedFloors(record) {
  const { floors, fraction } = record;
  const missed = [];
  if (floors.bound !== undefined && fraction < floors.bound) missed.push('bound');
  if (floors.ratio !== undefined && fastestPeer(record)?.ratio < floors.ratio) missed.push('ratio');
  return missed;
}
