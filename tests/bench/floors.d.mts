/** The peer whose ratio is least, of those that a page could use instead; `relaxed` is its ratio to relaxed SIMD. */
export function fastestPeer(record: {
  peers: Record<string, { ratio: number; relaxed?: number; native?: boolean }>;
}): { name: string; ratio: number; relaxed?: number } | undefined;
