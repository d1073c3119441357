// npm run first-screens: measures what stands before the first word of the figure, on the first screen and where a person is
// led, and prints the table with the limits that a test holds.

import { openSite } from '../tests/browser/support/site.mjs';
import { firstScreens, limits } from '../tests/browser/support/first-screens.mjs';

const site = await openSite();
const found = await firstScreens(site).finally(() => site.close());
console.log('| page | y, px | controls | words | Next to softmax |\n|---|---|---|---|---|');
for (const { name, y, controls, words, next } of found)
  console.log(`| ${name} | ${y} | ${controls} | ${words} | ${next} |`);
const { wide, phone, ...others } = limits;
console.log(`| at most | ${wide}, ${phone} on a phone | ${Object.values(others).join(' | ')} |`);
