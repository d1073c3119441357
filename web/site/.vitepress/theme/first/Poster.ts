// The figure as it will be, made by the build: what is read until the live one has come, in the same places. Its colours are
// those of the page's scheme. What cannot be pressed yet is only outlined.

import { h, type VNode } from 'vue';
import { curve, FAINTEST, LEVELS, ROW } from '../../../../figures/lines.js';
import type { FirstScreen } from '../../first/first';
import './poster.css';

/** Lines are as wide as there is room: their picture is stretched. */
const WIDE = 100;

export function renderPoster(data: FirstScreen): VNode {
  const { words, weights, place, labels, answer, twins } = data;
  const largest = Math.max(...weights);
  const height = words.length * ROW;
  const share = (weight: number): number => weight / largest;
  const drawn = weights.map((weight) => share(weight) >= FAINTEST);
  const lines = weights.map((weight, key) => {
    if (!drawn[key]) return undefined;
    const [from, to] = [place * ROW + ROW / 2, key * ROW + ROW / 2];
    return h('path', {
      d: curve(from, to, WIDE),
      opacity: Math.round(share(weight) * LEVELS) / LEVELS,
    });
  });
  const ghost = (text: string): VNode => h('span', { class: 'poster-ghost' }, text);
  return h('div', { slot: 'poster', class: 'poster' }, [
    h('div', { class: 'poster-bar' }, [
      h('div', { class: 'poster-text' }, [
        ...words.map((word, i) => h('span', { class: mark(data, i) }, word)),
        h('span', { class: 'poster-edit' }, labels.edit),
      ]),
      ghost(labels.guided),
    ]),
    h('div', { class: 'poster-title' }, [
      h('strong', labels.title),

      h('span', { class: 'poster-views' }, labels.views.map(ghost)),
    ]),
    h('div', { class: 'poster-columns' }, [
      column(
        labels.query,
        words.map((word, i) => h('span', { class: i === place ? 'on' : '' }, word)),
      ),
      h(
        'svg',
        { viewBox: `0 0 ${WIDE} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        lines,
      ),
      h(
        'i',
        weights.map((weight, key) =>
          h('b', { style: { '--at': key, '--fill': `${Math.round(share(weight) * 100)}%` } }),
        ),
      ),
      column(
        labels.key,
        words.map((word, key) =>
          h('span', drawn[key] ? [word, h('small', weights[key]!.toFixed(2))] : word),
        ),
      ),
    ]),
    h('p', { class: 'poster-lines' }, labels.lines),
    h('div', { class: 'poster-claim' }, [
      h('p', labels.claim),
      h('span', [
        h('span', { class: 'poster-asked full' }, labels.asked),
        h('span', { class: 'poster-asked brief' }, labels.askedBriefly),
        ' ',
        h('strong', answer),
      ]),
      ghost(labels.cut),
    ]),
    h('p', { class: 'only-read-aloud' }, `${twins.asked} → ${answer}`),
  ]);
}

const column = (name: string, words: VNode[]): VNode =>
  h('div', { class: 'poster-column' }, [h('em', name), ...words]);

function mark({ place, weights }: FirstScreen, i: number): string {
  if (i === place) return 'query';
  return weights[i] === Math.max(...weights) ? 'key' : '';
}
