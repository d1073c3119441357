// Runs other programs, with their output shown or captured.

import { spawn, spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A failure without a stack trace: its message says what to do. */
export class Failure extends Error {}

/** The environment for every tool; Debian's Emscripten looks for its Node libraries by NODE_PATH. */
export function toolEnvironment(extra = {}) {
  const nodePath = ['/usr/share/nodejs', process.env.NODE_PATH].filter(Boolean).join(':');
  return { ...process.env, NODE_PATH: nodePath, ...extra };
}

/**
 * Runs a program with its output shown (unless `quiet`) and gathers that output.
 * Resolves to `{ code, output }`, whatever the exit code; a signal counts as code 1.
 */
export function run(command, args, { env, cwd = root, quiet = false } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: toolEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    const take = (stream) => (chunk) => {
      chunks.push(chunk);
      if (!quiet) stream.write(chunk);
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('error', (error) => fail(new Failure(`${command}: ${error.message}`)));
    child.on('close', (code) =>
      done({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }),
    );
  });
}

/** Like `run`, but a non-zero exit is a Failure; quiet output is shown when it fails. */
export async function mustRun(command, args, options = {}) {
  const result = await run(command, args, options);
  if (result.code !== 0) {
    if (options.quiet) process.stderr.write(result.output);
    throw new Failure(`${command} ${args.join(' ')} failed (exit code ${result.code})`);
  }
  return result.output;
}

/** The output of a small program, or undefined when it is missing or fails. */
export function ask(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8', env: toolEnvironment() });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** Runs a script's main function; of a Failure, and of words that it does not know, only the message is printed. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    const isExpected = error instanceof Failure || error.code?.startsWith('ERR_PARSE_ARGS');
    console.error(isExpected ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Whether Node was started with this module. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(moduleUrl);
}
