// The figures of growth and their captions, from the numbers that were measured: node tests/bench/growth/figures.mjs draws
// them again.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figure } from '../figure.mjs';
import { readResults, writeResults } from '../results.mjs';
import { studies } from './studies.mjs';
import { texts } from './texts.mjs';
import { curveOf, doublingOf, steadyUntil } from './trends.mjs';

const folder = fileURLToPath(new URL('../../../web/site/public/benchmark/', import.meta.url));

const measures = { time: 'ms', memory: 'memory_bytes' };
const nameOf = (study, measure) => `growth-${study}-${measure}`;

const number = (value, digits) =>
  Number(value.toPrecision(digits)).toLocaleString('en', { maximumSignificantDigits: digits });
/** "3.9", "12", "140". */
const ratio = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const bytes = (value) =>
  value >= 2 ** 30 ? `${number(value / 2 ** 30, 2)} GiB` : `${number(value / 2 ** 20, 3)} MiB`;

/** The curves of a study by engine, of those that have the measure. */
function curvesOf(record, study, measure) {
  const { by, contenders } = studies[study];
  const engines = [...new Set(contenders.map(({ engine }) => engine))];
  return engines
    .map((engine) => [engine, curveOf(record[study], by, engine, measures[measure])])
    .filter(([, curve]) => curve.length > 0);
}

/** What a size is called, and the curves of our engine and of its peers. */
function partsOf(record, study, measure, text) {
  const [[, own], ...peers] = curvesOf(record, study, measure);
  return { ...text.studies[study], own, last: own.at(-1)[0], peers };
}

/** How time grows, and how far peers are behind at the largest size that all of them took. */
function timeText(record, study, text) {
  const { at, twice, own, last, peers } = partsOf(record, study, 'time', text);
  const { from, times } = doublingOf(own);
  const ended = peers.filter(([, curve]) => curve.at(-1)[0] < last);
  const common = Math.min(last, ...ended.map(([, curve]) => curve.at(-1)[0]));
  const valueAt = (curve) => curve.find(([size]) => size === common)[1];
  const behind = peers.map(([engine, curve]) => [
    text.names[engine],
    ratio(valueAt(curve) / valueAt(own)),
  ]);
  return [
    text.grows(at(from), twice, ratio(times)),
    ...(behind.length > 0 ? [text.behind(at(common), behind)] : []),
    ...ended.map(([engine, curve]) => text.refuses(text.names[engine], at(curve.at(-1)[0]))),
  ];
}

function memoryText(record, study, text) {
  const { at, own, last, peers } = partsOf(record, study, 'memory', text);
  const [first, final] = [own[0][1], own.at(-1)[1]].map(bytes);
  const until = steadyUntil(own);
  return [
    until === last ? text.steady(first) : text.memory(first, at(until), final, at(last)),
    ...peers.map(([engine, curve]) =>
      text.memoryOf(text.names[engine], bytes(curve.at(-1)[1]), at(curve.at(-1)[0])),
    ),
  ];
}

/** By language, what the page shows of each study: the names of its figures, and a sentence on them. */
const shownOf = (record) =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [
      language,
      Object.keys(studies).map((study) => ({
        figures: Object.keys(measures).map((measure) => `${nameOf(study, measure)}.${language}`),
        caption: text.caption(text.studies[study].setting, [
          ...timeText(record, study, text),
          ...memoryText(record, study, text),
        ]),
      })),
    ]),
  );

/** For those who do not see the figure: what it shows, and where each curve begins and ends. */
function descriptionOf(record, study, measure, text) {
  const { setting, at } = text.studies[study];
  const parts =
    measure === 'time' ? timeText(record, study, text) : memoryText(record, study, text);
  const shown =
    measure === 'time'
      ? (value) => `${number(value, 3)} ${text.milliseconds}`
      : (value) => bytes(value);
  const curves = curvesOf(record, study, measure).map(([engine, curve]) => {
    const [[from, low], [to, high]] = [curve[0], curve.at(-1)];
    return text.curve(text.names[engine], shown(low), at(from), shown(high), at(to));
  });
  return text.description(setting, parts, curves);
}

function draw(record, study, measure, language) {
  const text = texts[language];
  const own = text.studies[study];
  return figure({
    id: nameOf(study, measure),
    language,
    title: own[measure],
    description: descriptionOf(record, study, measure, text),
    horizontal: own.horizontal,
    vertical: measure === 'time' ? text.milliseconds : undefined,
    measure,
    series: curvesOf(record, study, measure).map(([engine, points]) => ({
      label: text.names[engine],
      points,
    })),
  });
}

/** Keeps what was measured, with what the page shows of it, and draws the figures. */
export async function keepGrowth(record) {
  mkdirSync(folder, { recursive: true });
  for (const language of Object.keys(texts)) {
    for (const study of Object.keys(studies)) {
      for (const measure of Object.keys(measures)) {
        const name = `${nameOf(study, measure)}.${language}.svg`;
        writeFileSync(folder + name, draw(record, study, measure, language));
      }
    }
  }
  await writeResults('growth', { ...record, shown: shownOf(record) });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await keepGrowth(readResults('growth'));
