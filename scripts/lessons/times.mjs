// What `npm run lessons -- --prefetch` prints.

import { bytesOf, cold, fromMap, looks } from '../../tests/browser/support/lesson-times.mjs';
import { openCompressedSite } from '../../tests/browser/support/slow-line.mjs';
import { lessonReport } from './report.mjs';

export async function printTimes() {
  const { lessons } = await lessonReport();
  const site = await openCompressedSite();
  console.log('| opened | first prompt, ms | figure, ms |\n| --- | --- | --- |');
  for (const lang of Object.keys(looks)) {
    for (const [name, measure] of Object.entries({ 'from /learn': fromMap, cold })) {
      const { usable, live } = await measure(site.browser, site.url, lang);
      console.log(`| ${name}, ${lang} | ${usable.toFixed(0)} | ${live.toFixed(0)} |`);
    }
  }
  for (const lang of Object.keys(looks)) {
    const names = lessons.filter((lesson) => lesson.lang === lang).map(({ name }) => name);
    for (const { name, own, bytes, all } of await bytesOf(site.browser, site.url, lang, names)) {
      console.log(`\n${lang}, ${name}: ${bytes} bytes gzip, ${all} with its figures`);
      for (const [file, size] of own) console.log(`  ${String(size).padStart(6)} ${file}`);
    }
  }
  await site.close();
}
