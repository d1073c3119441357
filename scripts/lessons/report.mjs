// The lessons, measured, and as tables. They are read by what builds their pages: web/site/.vitepress/lessons.

import { join } from 'node:path';
import { loadConfigFromFile } from 'vite';
import { root } from '../lib/run.mjs';

const command = { command: 'build', mode: 'production' };
const file = join(root, 'web/site/.vitepress/lessons/report/report.ts');

/** { lessons, passed, markdown }: each lesson, the limits that are passed as sentences, and both tables. */
export async function lessonReport() {
  const { config } = await loadConfigFromFile(command, file);
  const lessons = await config.lessons();
  const passed = lessons.flatMap(config.passedBy);
  const markdown = [lessonTable(lessons), mistakeTable(lessons, config.MISCONCEPTIONS)].join(
    '\n\n',
  );
  return { lessons, passed, markdown };
}

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const at = ({ words, beat }) => `${words} (\`${beat}\`)`;

function lessonTable(lessons) {
  const head = [
    'lesson',
    'words',
    'beats',
    'prompts',
    'most before a prompt',
    'most between figures',
    'minutes',
    'grade: whole, worst',
    'treats',
  ];
  const rows = lessons.map((lesson) => {
    const { lang, name, order, words, beats, prompts, grade, minutes, said } = lesson;
    const kinds = Object.entries(prompts).map(([kind, n]) => (n > 1 ? `${n} ${kind}` : kind));
    return [
      `${order}. ${name}, ${lang}`,
      words,
      beats,
      kinds.sort().join(', '),
      at(lesson.beforePrompt),
      at(lesson.betweenFigures),
      `${minutes.toFixed(1)} (${said.minutes})`,
      grade ? `${grade.whole.toFixed(1)}, ${grade.worst.toFixed(1)} (\`${grade.beat}\`)` : '',
      said.mistakes.join(', '),
    ];
  });
  return table(head, rows);
}

function mistakeTable(lessons, misconceptions) {
  const head = ['misconception', 'treated in', 'faults and settings that show it', 'used in'];
  const namesOf = (some) => [...new Set(some.map(({ name }) => name))].join(', ') || '—';
  const rows = Object.entries(misconceptions).map(([id, { what, faults, settings = [] }]) => {
    const showing = [...faults.map((fault) => `fault=${fault}`), ...settings];
    const using = showing.flatMap((one) => {
      const those = lessons.filter(({ uses }) => uses.includes(one));
      return those.length > 0 ? [`\`${one}\`: ${namesOf(those)}`] : [];
    });
    return [
      `${what} (\`${id}\`)`,
      namesOf(lessons.filter(({ said }) => said.mistakes.includes(id))),
      showing.map((one) => `\`${one}\``).join(', '),
      using.join('; '),
    ];
  });
  return table(head, rows);
}
