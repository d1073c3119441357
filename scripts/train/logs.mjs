// Reads the logs of all seeds, chooses among them, and writes the table of models/README.md.

import { existsSync, readFileSync } from 'node:fs';
import { markdownWith, writeIfChanged } from '../lib/files.mjs';
import { cardsFile, logOf, tasks } from './tasks.mjs';

/** Of walks, in which each answer stands for itself: judged by these, not by whole sentences. */
const judgedByAnswers = ['ring'];
/** How right a seed's model is: texts that it draws, answers, or whole sentences. */
export const scoreOf = (task, { heldOut: { judged, sentences, labels } }) =>
  judged ?? (judgedByAnswers.includes(task) ? labels : sentences);
const pointsOf = ({ heldOut }) => Math.max(0, ...heldOut.heads.map(({ points }) => points));

/** The seed with the best results on what is held out; of equal ones, that whose best head looks best. */
export function chosenOf(task, results) {
  const score = (result) => scoreOf(task, result);
  const better = (a, b) => score(b) - score(a) || pointsOf(b) - pointsOf(a) || a.seed - b.seed;
  return [...results].sort(better)[0].seed;
}

export const shares = (numbers) => {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((n) => n.toFixed(3));
  return least === most ? least : `${least}–${most}`;
};

/** Of each kind of look the best head of each seed. */
export function looksOf(results) {
  const looks = new Map();
  for (const { heldOut } of results) {
    const best = new Map();
    for (const { name, points } of heldOut.heads)
      best.set(name, Math.max(points, best.get(name) ?? 0));
    for (const [name, points] of best) looks.set(name, [...(looks.get(name) ?? []), points]);
  }
  return [...looks].map(([name, points]) => `${name} ${shares(points)}`).join(', ');
}

export function readLog(task) {
  const lines = readFileSync(logOf(task), 'utf8').trim().split('\n');
  const [{ chosen }, ...seeds] = lines.map((line) => JSON.parse(line));
  return { chosen, seeds };
}

export function readCards() {
  return existsSync(cardsFile) ? JSON.parse(readFileSync(cardsFile, 'utf8')) : {};
}

/** The table of models/README.md, from the logs. */
export async function writeTable() {
  const cards = readCards();
  const rows = Object.keys(tasks)
    .filter((task) => existsSync(logOf(task)))
    .map((task) => {
      const { chosen, seeds } = readLog(task);
      const [{ parameters, updates }] = seeds;
      const right = shares(seeds.map((each) => scoreOf(task, each)));
      const bytes = cards[task]?.bytes ?? '';
      return [task, parameters, updates, seeds.length, right, looksOf(seeds), chosen, bytes];
    });
  const head = ['task', 'parameters', 'updates', 'seeds', 'held out', 'where heads look'];
  const heads = [...head, 'chosen', 'bytes'];
  const lines = [heads, heads.map(() => '-'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const path = 'models/README.md';
  writeIfChanged(path, await markdownWith(lines.join('\n'), path, 'train'));
}
