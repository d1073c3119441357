// npm run visible-share: measures how much of each step's result is seen on the first screen of the built site, and
// writes the table into docs/visible-share.md.

import { markdownWith, writeIfChanged } from './lib/files.mjs';
import { openSite } from '../tests/browser/support/site.mjs';
import { visibleShares } from '../tests/browser/support/visible-share.mjs';

const percent = (share) => `${Math.floor(share * 100)} %`;

/** The least share of any step, and where it is not all, that step and how many are seen whole. */
function cell(shares) {
  const least = shares.reduce((a, b) => (b.share < a.share ? b : a));
  if (least.share === 1) return '100 %';
  const whole = shares.filter(({ share }) => share === 1).length;
  return `${percent(least.share)} (\`${least.step}\`; ${whole} of ${shares.length} steps whole)`;
}

function table(found) {
  const columns = [...new Set(found.map(({ width, height }) => `${width}×${height}`))];
  const rows = new Map();
  for (const { page, width, height, tokens, shares } of found) {
    const row = rows.get(`${page}, ${tokens} tokens`) ?? {};
    row[`${width}×${height}`] = cell(shares);
    rows.set(`${page}, ${tokens} tokens`, row);
  }
  return [
    `| least of all steps | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---').join('|')}|`,
    ...[...rows].map(
      ([name, row]) => `| ${name} | ${columns.map((one) => row[one]).join(' | ')} |`,
    ),
  ].join('\n');
}

const site = await openSite();
const made = table(await visibleShares(site).finally(() => site.close()));
console.log(made);
const path = 'docs/visible-share.md';
writeIfChanged(path, await markdownWith(made, path, 'visible-share'));
