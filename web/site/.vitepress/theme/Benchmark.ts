// The benchmark in the page's language: one picture, the table, and how costs grow. No number is written here: all are measured.

import { defineComponent, h } from 'vue';
import { data, type BenchmarkCell, type BenchmarkRow } from '../benchmark.data';
import { useLanguage } from './use-language';
import { pageStyles } from './page-styles';
import styles from './benchmark.css?inline';

const texts = {
  en: {
    picture: 'How many times as long the fastest other engine takes, at the worst of the shapes',
    relaxed: 'with relaxed SIMD',
    peer: 'the fastest other engine',
    work: 'work',
    head: ['ours, of the bound', 'fastest peer ÷ ours'],
    floors: 'floors',
    works: {} as Record<string, string>,
    missed: 'below the floor',
    milliseconds: 'ms',
    measured: (processor: string, date: string, engines: string) =>
      `Measured on ${processor}, ${date}, against ${engines}.`,
    table: 'Measured times',
    failed: 'failed',
  },
  zh: {
    picture: '最快的其他引擎耗时是本项目的几倍（取各形状中最差的一个）',
    relaxed: '使用宽松 SIMD',
    peer: '最快的其他引擎',
    work: '运算',
    head: ['本项目（占上限）', '最快对手 ÷ 本项目'],
    floors: '下限',
    works: {
      matmul: '矩阵乘法',
      'matmul, one row': '矩阵乘法（单行）',
      'matmul, few rows': '矩阵乘法（行数少）',
      attention: '注意力',
      'causal attention': '因果注意力',
      'multi-head layer': '多头注意力层',
      'attention of a sentence': '一个句子的注意力',
      'attention with weights': '注意力（返回权重）',
      'attention, one query': '注意力（单个查询）',
      softmax: 'softmax',
      'layer norm': '层归一化',
    } as Record<string, string>,
    missed: '低于下限',
    milliseconds: '毫秒',
    measured: (processor: string, date: string, engines: string) =>
      `${date} 在 ${processor} 上测得，对手：${engines}。`,
    table: '实测耗时',
    failed: '失败',
  },
};

type Texts = (typeof texts)['en'];

const named = (text: Texts, work: string) => text.works[work] ?? work;

interface Ratios {
  strict: number;
  /** Not worse: where there is no relaxed SIMD, strict serves. */
  relaxed: number;
}

/** The worst ratios of each kind of work, by platform. */
function worstRatios(): [work: string, ratios: Ratios[]][] {
  const kinds = new Map<string, Ratios[]>();
  for (const { work, cells } of data.rows) {
    const before = kinds.get(work);
    const worst = cells.map((cell, at): Ratios => {
      const { ratio = Infinity, relaxed } = cell?.peer ?? {};
      const { strict: least = Infinity, relaxed: leastRelaxed = Infinity } = before?.[at] ?? {};
      return {
        strict: Math.min(least, ratio),
        relaxed: Math.min(leastRelaxed, relaxed ?? ratio),
      };
    });
    kinds.set(work, worst);
  }
  return [...kinds];
}

const times = (ratio: number) => `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`;

export const BenchmarkPicture = defineComponent(() => {
  const language = useLanguage();
  const kinds = worstRatios();
  const all = kinds.flatMap(([, ratios]) =>
    ratios.flatMap(({ strict, relaxed }) => [strict, relaxed]),
  );
  const most = Math.max(...all.filter(Number.isFinite));
  // Room for half a mark.
  const place = (ratio: number) => `${((97 * ratio) / most).toFixed(2)}%`;
  const [first = '', ...others] = data.platforms;
  const mark = (index: number) => h('i', { class: `mark mark-${index}`, 'aria-hidden': 'true' });
  return () => {
    const text = texts[language.value];
    return h('figure', { class: 'benchmark-picture', style: { '--one': place(1) } }, [
      pageStyles(styles),
      h('figcaption', [
        h('strong', text.picture),
        h('p', [
          h('span', [h('i', { class: 'bar' }), ` ${first}`]),
          h('span', [h('i', { class: 'bar relaxed' }), ` ${text.relaxed}`]),
          ...others.map((name, index) => h('span', [mark(index), ` ${name}`])),
          h('span', [h('i', { class: 'one' }), ` ${text.peer}`]),
        ]),
      ]),
      h(
        'dl',
        kinds.map(([work, [own = { strict: NaN, relaxed: NaN }, ...rest]]) => [
          h('dt', named(text, work)),
          h('dd', [
            h('span', { class: 'track' }, [
              h('i', { class: 'bar relaxed', style: { width: place(own.relaxed) } }),
              h('i', { class: 'bar', style: { width: place(own.strict) } }),
              ...rest.map(({ strict }, index) =>
                h('i', { class: `mark mark-${index}`, style: { left: place(strict) } }),
              ),
            ]),
            h('span', { class: 'value' }, times(own.strict)),
          ]),
        ]),
      ),
    ]);
  };
});

const percent = (fraction: number) => `${(100 * fraction).toFixed(0)} %`;

function cellsOf(row: BenchmarkRow, cell: BenchmarkCell | null, text: Texts) {
  if (!cell) return [h('td', { class: 'first', colspan: text.head.length }, text.failed)];
  const { floors } = row;
  // A sign for those who see, words for those who listen.
  const below = (found: number, floor?: number) =>
    floor !== undefined && found < floor
      ? [' ', h('span', { role: 'img', 'aria-label': text.missed }, '✗')]
      : [];
  const { ms, fraction, peer } = cell;
  const time = `${ms.toFixed(ms < 1 ? 3 : ms < 100 ? 1 : 0)} ${text.milliseconds}`;
  return [
    h('td', { class: 'first' }, [
      time,
      fraction !== null && h('small', [percent(fraction), ...below(fraction, floors.bound)]),
    ]),
    h('td', [times(peer.ratio), ...below(peer.ratio, floors.ratio), h('small', peer.name)]),
  ];
}

export const BenchmarkTable = defineComponent(() => {
  const language = useLanguage();
  const limits = ({ floors: { bound, ratio } }: BenchmarkRow) =>
    [bound && percent(bound), ratio && times(ratio)].filter(Boolean).join(' · ') || '–';
  return () => {
    const text = texts[language.value];
    return h('div', [
      h('p', text.measured(data.processor, data.date, data.engines.join(', '))),
      // What scrolls sideways on a phone can be reached by keyboard.
      h(
        'div',
        { class: 'benchmark-table', role: 'region', tabindex: 0, 'aria-label': text.table },
        [
          h('table', [
            h('thead', [
              h('tr', [
                h('th', { scope: 'col', rowspan: 2 }, text.work),
                ...data.platforms.map((name) =>
                  h('th', { scope: 'colgroup', colspan: text.head.length, class: 'first' }, name),
                ),
                h('th', { scope: 'col', rowspan: 2, class: 'first' }, text.floors),
              ]),
              h(
                'tr',
                data.platforms.flatMap(() =>
                  text.head.map((title, index) =>
                    h('th', { scope: 'col', class: { first: index === 0 } }, title),
                  ),
                ),
              ),
            ]),
            h(
              'tbody',
              data.rows.map((row) =>
                h('tr', [
                  h('th', { scope: 'row' }, [named(text, row.work), h('small', row.shape)]),
                  ...row.cells.flatMap((cell) => cellsOf(row, cell, text)),
                  h('td', { class: 'first' }, limits(row)),
                ]),
              ),
            ),
          ]),
        ],
      ),
    ]);
  };
});

export const BenchmarkGrowth = defineComponent(() => {
  const language = useLanguage();
  // Set into the page rather than shown as pictures: so they follow its colours.
  return () =>
    data.growth[language.value].map(({ svgs, caption }) =>
      h('figure', { class: 'benchmark-growth' }, [
        h(
          'div',
          svgs.map((svg) => h('div', { innerHTML: svg })),
        ),
        h('figcaption', caption),
      ]),
    );
});
