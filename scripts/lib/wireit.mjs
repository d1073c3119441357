// The graph of scripts in package.json, run by wireit: what each script reads, what it needs, and whether it has to run again.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Failure, root, toolEnvironment } from './run.mjs';

const log = join(root, 'build/wireit.log');

/** The scripts of wireit's that a script needs, the furthest first, with itself. */
export function scriptsOf(name, graph = readGraph(), seen = new Set()) {
  for (const need of graph[name]?.dependencies ?? []) scriptsOf(need.script ?? need, graph, seen);
  return seen.add(name);
}

export const readGraph = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).wireit ?? {};

/**
 * How scripts ended, by the log's lines: "✅ [test:cpp] Already fresh". One that began and whose end is not there has failed:
 * wireit does not wait for its log when it ends with a failure.
 */
export function outcomes(text) {
  const unchanged = ['Already fresh', 'Restored from cache'];
  const ended = new Map();
  for (const [, sign, name, said] of text.matchAll(/^(🏃|✅|❌) \[([^\]]+)\] (.*)$/gmu)) {
    ended.set(name, sign !== '✅' ? 'failed' : unchanged.includes(said) ? 'unchanged' : 'ran');
  }
  return ended;
}

/**
 * Runs a script with all that it needs. Those that need no failed one go on after a failure. Resolves to the exit code, and
 * to how each script ended: 'ran', 'unchanged' or 'failed'; one that was not begun is not there.
 */
export async function runScript(name) {
  mkdirSync(join(root, 'build'), { recursive: true });
  rmSync(log, { force: true });
  const env = toolEnvironment({
    WIREIT_FAILURES: 'continue',
    // One more than cores: a script often waits, for a page or for its compiler's slowest file.
    WIREIT_PARALLEL: String(availableParallelism() + 1),
    WIREIT_DEBUG_LOG_FILE: log,
  });
  const child = spawn('npm', ['--silent', '--no-update-notifier', 'run', name], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = () => child.kill('SIGINT');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  const code = await new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done(code ?? 1));
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
  return { code, ended: outcomes(readFileSync(log, 'utf8')) };
}

/** Runs a script of the build, what has changed of it: `build:site`, or `build:all` with the package. */
export async function build(name) {
  const { code } = await runScript(name);
  if (code !== 0) throw new Failure('It does not build: see above.');
}
