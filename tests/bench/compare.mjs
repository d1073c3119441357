// The whole run: row after row, each measured on all platforms in turn, so that what slows the machine for minutes slows them all.

import { processor } from './machine.mjs';
import { openChromium, openNode } from './platforms.mjs';
import { nameOf, works } from './work.mjs';

/** The numbers of the rows whose name or shape holds the text, or one of several that commas separate. */
export function chosen(only) {
  const texts = (only ?? '').split(',').map((text) => text.trim().replaceAll('x', '×'));
  return [...works.keys()].filter((index) => {
    const name = nameOf(works[index]).replaceAll('x', '×');
    return texts.some((text) => name.includes(text));
  });
}

/** Opens `wanted` platforms, 'chromium' or paths of Nodes, runs `body` with them and closes them. */
export async function withPlatforms(wanted, body) {
  const platforms = [];
  try {
    for (const name of wanted) {
      platforms.push(await (name === 'chromium' ? openChromium() : openNode(name)));
    }
    return await body(platforms);
  } finally {
    for (const platform of platforms) await platform.close();
  }
}

/**
 * `onRecord` is told of every row as it is done; one that fails, as its results disagree, is told to `onProblem` and left out.
 * Resolves to what `table` takes.
 */
export async function compare(platforms, rows, { short, onRecord, onProblem }) {
  const results = platforms.map(() => []);
  for (const index of rows) {
    for (const [at, platform] of platforms.entries()) {
      try {
        const record = await platform.measure(index, { short });
        results[at].push(record);
        onRecord(record, platform);
      } catch (error) {
        onProblem(`${platform.name}: ${error?.message ?? error}`);
      }
    }
  }
  return {
    processor: processor(),
    platforms: platforms.map(({ name, peak, peers }, at) => ({
      ...{ name, peak, peers },
      results: results[at],
    })),
  };
}
