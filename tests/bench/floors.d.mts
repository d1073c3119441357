/** `{ name, ms, ratio, best }` of the peer whose ratio is least, of those that a page could use instead. */
export function fastestPeer(record: {
  peers: Record<string, { ratio: number; native?: boolean }>;
}): { name: string; ratio: number } | undefined;
