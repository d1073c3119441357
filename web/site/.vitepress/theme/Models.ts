// The trained models in the page's language: all in a table, and a card of each. No number is written here.

import { withBase } from 'vitepress';
import { defineComponent, h, type VNode, type VNodeChild } from 'vue';
import { fill } from '../../../i18n/fill.js';
import type { Card } from '../model-cards';
import { cardTexts } from '../model-card-texts';
import type { Bar } from '../model-words';
import { data } from '../models.data';
import { useLanguage } from './use-language';
import { pageStyles } from './page-styles';
import styles from './models.css?inline';

type Texts = (typeof cardTexts)['en'];

const files: Record<string, string> = import.meta.glob('../../../../models/*.safetensors', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** A column's title; numbers end where those above them do. */
type Column = [title: string, kind?: 'number'];

/** What scrolls sideways on a phone can be reached by keyboard. */
function table(name: string, columns: readonly Column[], rows: readonly VNodeChild[][]): VNode {
  const cells = ([first, ...others]: readonly VNodeChild[]) => [
    h('th', { scope: 'row' }, [first]),
    ...others.map((cell, i) => h('td', { class: columns[i + 1]![1] }, [cell])),
  ];
  return h('div', { class: 'model-table', role: 'region', tabindex: 0, 'aria-label': name }, [
    h('table', [
      h('thead', [
        h(
          'tr',
          columns.map(([title, kind]) => h('th', { scope: 'col', class: kind }, title)),
        ),
      ]),
      h(
        'tbody',
        rows.map((row) => h('tr', cells(row))),
      ),
    ]),
  ]);
}

const bar = ({ text, share }: Bar): VNode =>
  h('span', { class: 'model-share', style: { '--share': share } }, text);

const twoLines = (first: VNode, second: VNodeChild): VNode =>
  h('span', { class: 'model-lines' }, [first, h('span', [second])]);

export const ModelTable = defineComponent(() => {
  const language = useLanguage();
  return () => {
    const t = cardTexts[language.value];
    const columns: Column[] = [
      [t.model],
      [t.result],
      [t.parameters, 'number'],
      [t.file, 'number'],
      [t.updates, 'number'],
      [t.seed, 'number'],
    ];
    const rows = data[language.value].map((card) => [
      twoLines(h('a', { href: `#${card.id}` }, card.name), h('code', card.task)),
      twoLines(h('b', card.result), card.measure),
      card.parameters,
      card.size,
      card.updates,
      card.seed,
    ]);
    return table(t.table, columns, rows);
  };
});

function links(card: Card, t: Texts, prefix: string): VNode {
  const page = `${card.page}.html`;
  const file = files[`../../../../models/${card.id}.safetensors`];
  const link = (path: string, text: string) => h('a', { href: withBase(prefix + path) }, text);
  return h('p', { class: 'model-links' }, [
    link(`${page}#v=1&parameters=${card.id}`, t.open),
    card.writes && link(`explore/generate.html#parameters=${card.id}`, t.write),
    link(`explore/train.html#task=${card.task}`, t.train),
    h(
      'a',
      { href: file, download: `${card.id}.safetensors` },
      fill(t.download, { size: card.size }),
    ),
  ]);
}

const list = (items: Card['facts']): VNode =>
  h(
    'dl',
    { class: 'model-facts' },
    items.map(([name, value]) => h('div', [h('dt', name), h('dd', value)])),
  );

function moments({ id: own, moments }: Card, t: Texts): VNode | undefined {
  if (moments.length === 0) return undefined;
  return h('p', { class: 'model-moments' }, [
    h('span', t.moments),
    ...moments.map(({ id, updates }) => {
      const text = fill(t.momentUpdates, { n: updates });
      return id === own ? h('b', text) : h('a', { href: `#${id}` }, text);
    }),
  ]);
}

function seeds(card: Card, cards: readonly Card[], t: Texts): VNode[] {
  const title = h('h3', t.seeds);
  if (card.seeds.length === 0) {
    const last = cards.find(({ id }) => id === card.moments.at(-1)?.id)!;
    const link = h('a', { href: `#${last.id}` }, last.name);
    return [title, h('p', [t.seedsElsewhere, link])];
  }
  const looks = card.seeds.some(({ look }) => look !== '');
  return [
    title,
    h(
      'p',
      { class: 'model-note' },
      looks ? fill(t.seedsLook, { measure: card.measure }) : card.measure,
    ),
    h(
      'ol',
      { class: 'model-seeds' },
      card.seeds.map(({ seed, result, look, isShipped }) =>
        h('li', { class: { shipped: isShipped } }, [
          h('span', fill(t.seedName, { n: seed })),
          bar(result),
          look && h('span', look),
          isShipped && h('em', t.shipped),
        ]),
      ),
    ),
  ];
}

function cardSection(card: Card, cards: readonly Card[], t: Texts, prefix: string): VNode {
  const { id, name } = card;
  const permalink = {
    class: 'header-anchor',
    href: `#${id}`,
    'aria-label': fill(t.permalink, { name }),
  };
  const looks = card.looks.map((look) => [look.place, look.name, bar(look.points), look.weight]);
  const lookColumns: Column[] = [[t.place], [t.look], [t.points], [t.weight, 'number']];
  const without = card.without.map(({ place, loss, shares }) => [place, ...shares.map(bar), loss]);
  const shareColumns = card.shares.map((title): Column => [title]);
  const withoutColumns: Column[] = [[t.cut], ...shareColumns, [t.loss, 'number']];
  return h('section', { class: 'model-card', 'aria-labelledby': id }, [
    h('h2', { id, tabindex: -1 }, [name, ' ', h('a', permalink, '\u200B')]),
    h('p', { class: 'model-claim' }, card.claim),
    moments(card, t),
    links(card, t, prefix),
    h('h3', t.data),
    h('p', { class: 'model-note' }, [
      `${fill(t.task, { name: card.taskName })} `,
      h('code', card.task),
    ]),
    h('p', card.data),
    h('h3', t.size),
    list(card.facts),
    h('h3', t.results),
    h('p', { class: 'model-note' }, card.judgedOn),
    list(card.results),
    h('h3', t.does),
    h('p', card.heads),
    looks.length > 0 && table(`${name}: ${t.does}`, lookColumns, looks),
    h('h3', t.without),
    table(`${name}: ${t.without}`, withoutColumns, without),
    ...seeds(card, cards, t),
    h('h3', t.cannot),
    h('p', card.cannot),
  ]);
}

export const ModelCards = defineComponent(() => {
  const language = useLanguage();
  return () => {
    const cards = data[language.value];
    const prefix = language.value === 'zh' ? '/zh/' : '/';
    const t = cardTexts[language.value];
    return h('div', [
      pageStyles(styles),
      ...cards.map((card) => cardSection(card, cards, t, prefix)),
    ]);
  };
});
