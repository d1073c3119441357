// The benchmark's tables and figures in the page's language. No number is written here: all are measured.

import { defineComponent, h } from 'vue';
import { data, type BenchmarkRow, type BenchmarkRun } from '../benchmark.data';
import { useLanguage } from './use-language';
import { pageStyles } from './page-styles';
import styles from './benchmark.css?inline';

const texts = {
  en: {
    table: 'Measured times',
    head: ['work', 'ours', 'of the peak', 'fastest peer’s time ÷ ours', 'floors'],
    works: {} as Record<string, string>,
    missed: 'below the floor',
    against: (engines: string) => `Against ${engines}.`,
    milliseconds: 'ms',
  },
  zh: {
    table: '实测耗时',
    head: ['运算', '本项目', '占峰值', '最快对手的耗时 ÷ 本项目', '下限'],
    works: {
      matmul: '矩阵乘法',
      'matmul, few rows': '矩阵乘法（行数少）',
      attention: '注意力',
      'causal attention': '因果注意力',
      'multi-head layer': '多头注意力层',
      'attention with weights': '注意力（返回权重）',
      'attention, one query': '注意力（单个查询）',
      softmax: 'softmax',
      'layer norm': '层归一化',
    } as Record<string, string>,
    missed: '低于下限',
    against: (engines: string) => `对手：${engines}。`,
    milliseconds: '毫秒',
  },
};

const percent = (fraction: number) => `${(100 * fraction).toFixed(0)} %`;

function cells(row: BenchmarkRow, text: (typeof texts)['en']) {
  const { floors, fractionOfPeak, peer } = row;
  // A sign for those who see, words for those who listen.
  const value = (content: string, missed: boolean) =>
    missed ? [content, ' ', h('span', { role: 'img', 'aria-label': text.missed }, '✗')] : content;
  const below = (found: number | null, floor?: number) =>
    floor !== undefined && found !== null && found < floor;
  const limits = [floors.peak && percent(floors.peak), floors.ratio && `${floors.ratio} ×`];
  const fraction = fractionOfPeak === null ? '–' : percent(fractionOfPeak);
  return [
    h('th', { scope: 'row' }, `${text.works[row.work] ?? row.work} ${row.shape}`),
    h('td', `${row.ms.toFixed(row.ms < 1 ? 3 : 1)} ${text.milliseconds}`),
    h('td', value(fraction, below(fractionOfPeak, floors.peak))),
    h('td', value(`${peer.ratio.toFixed(2)} × ${peer.name}`, below(peer.ratio, floors.ratio))),
    h('td', limits.filter(Boolean).join(' · ') || '–'),
  ];
}

function table(run: BenchmarkRun, text: (typeof texts)['en']) {
  const name = `${text.table}, ${run.platform}`;
  return [
    h('h3', run.platform),
    h('p', `${run.processor}, ${run.date}. ${text.against(run.engines.join(', '))}`),
    // What scrolls sideways on a phone can be reached by keyboard.
    h('div', { class: 'benchmark-table', role: 'region', tabindex: 0, 'aria-label': name }, [
      h('table', [
        h('thead', [
          h(
            'tr',
            text.head.map((title) => h('th', { scope: 'col' }, title)),
          ),
        ]),
        h(
          'tbody',
          run.rows.map((row) => h('tr', cells(row, text))),
        ),
      ]),
    ]),
  ];
}

export const BenchmarkTables = defineComponent(() => {
  const language = useLanguage();
  return () =>
    h('div', [
      pageStyles(styles),
      ...data.runs.flatMap((run) => table(run, texts[language.value])),
    ]);
});

export const BenchmarkFigures = defineComponent(() => {
  const language = useLanguage();
  // Set into the page rather than shown as pictures: so they follow its colours.
  return () =>
    h(
      'div',
      { class: 'benchmark-figures' },
      data.figures[language.value].map((svg) => h('div', { innerHTML: svg })),
    );
});
