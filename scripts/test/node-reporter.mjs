// A reporter of node:test: one JSON object with the counts, and a record of each test that failed.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../lib/run.mjs';

const pathOf = (file) =>
  relative(root, file?.startsWith('file:') ? fileURLToPath(file) : (file ?? '')) || 'tests';

/** The first lines of a message, in one. */
const shortened = (message) =>
  message
    .trim()
    .split(/\s*\n\s*/)
    .slice(0, 4)
    .join(' ')
    .slice(0, 300);

/** The innermost cause: node:test wraps what a test threw. */
const causeOf = (error) => (error?.cause instanceof Error ? causeOf(error.cause) : error);

function recordOf({ name, file, line, details }) {
  const error = causeOf(details?.error);
  return {
    name,
    place: `${pathOf(file)}:${line ?? 1}`,
    message: shortened(String(error?.message ?? error ?? 'failed')),
  };
}

export default async function* report(source) {
  const counts = {};
  const failures = [];
  for await (const { type, data } of source) {
    // The closing comments: "pass 3", "fail 1", …
    const count = type === 'test:diagnostic' && /^(\w+) (\d+)$/.exec(data.message);
    if (count) counts[count[1]] = Number(count[2]);
    // A suite whose tests failed says nothing of its own.
    const isOwn = data?.details?.error?.failureType !== 'subtestsFailed';
    if (type === 'test:fail' && isOwn && data.todo === undefined) failures.push(recordOf(data));
  }
  yield JSON.stringify({
    passed: counts.pass ?? 0,
    failed: (counts.fail ?? 0) + (counts.cancelled ?? 0),
    skipped: (counts.skipped ?? 0) + (counts.todo ?? 0),
    failures,
  });
}
