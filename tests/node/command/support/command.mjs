// Runs the built command as a person does.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { commandFile } from '../../../../scripts/build/command.mjs';
import { root } from '../../../../scripts/lib/run.mjs';

/** What it printed, and how it ended. Nothing is typed unless there is `input`. */
export function run(args, { input = '', env = {}, cwd = root } = {}) {
  const { LANG: _lang, LC_ALL: _all, NO_COLOR: _no, FORCE_COLOR: _force, ...plain } = process.env;
  const child = spawn(process.execPath, [join(root, commandFile), ...args], {
    cwd,
    env: { ...plain, COLUMNS: '80', ...env },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (piece) => (printed[name] += piece));
  }
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...printed }));
  });
}

/** What it printed, of a run that has to succeed without a word on standard error. */
export async function printed(args, options) {
  const { code, stdout, stderr } = await run(args, options);
  if (code !== 0 || stderr !== '') throw new Error(`exit code ${code}: ${stderr}`);
  return stdout;
}

/** The rows of numbers of a printed table, by their labels. */
export function rowsOf(text, labels) {
  return labels.map((label) => {
    const line = text.split('\n').find((one) => one.startsWith(`${label} `));
    if (!line) throw new Error(`no row ${label} in:\n${text}`);
    return line
      .slice(label.length)
      .trim()
      .split(/\s+/)
      .map((number) => Number(number.replace('−', '-')));
  });
}
