// npm run visible-share: measures how much of each step's result is seen on the first screen of the built site, and
// writes the table into docs/visible-share.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, main, root } from './lib/run.mjs';
import { setup } from './setup.mjs';

const report = 'docs/visible-share.md';
const begin = '<!-- visible share: written by npm run visible-share -->';
const end = '<!-- end of visible share -->';

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

async function measure() {
  const { openSite } = await import('../tests/browser/support/site.mjs');
  const { visibleShares } = await import('../tests/browser/support/visible-share.mjs');
  const site = await openSite();
  const made = table(await visibleShares(site).finally(() => site.close()));
  console.log(made);
  const path = join(root, report);
  const text = readFileSync(path, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${report} has no lines ${begin} and ${end}`);
  const { format, resolveConfig } = await import('prettier');
  const written = `${before}${begin}\n\n${made}\n\n${end}${after}`;
  writeFileSync(path, await format(written, { ...(await resolveConfig(path)), filepath: path }));
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup({ forTests: true });
    await measure();
  });
}
