// loadWorker() in Node, where there are no workers and it serves its calls on this thread; tests/browser/site has real
// ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ap, engine } from '../engine-support.mjs';
import { differences, everyCall } from './every-call.mjs';

test('every member of the API gives what it gives on this thread, to the last bit, and the same errors', async () => {
  const remote = engine.loadWorker();
  assert.deepEqual(differences(await everyCall(remote), await everyCall(ap)), []);
});
