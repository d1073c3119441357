// Budgets in milliseconds are those of one machine; a slower one takes longer for the same page. So work that is always the same
// is timed beside what is tested, in the same browser, and says how much longer this machine takes.

/**
 * What the work takes, in ms, on the machine for which the budgets were set, an AMD EPYC of 2023: half of what an Intel Xeon of
 * 2.5 GHz takes in its best moments, as all tests together do.
 */
const REFERENCE = 10;
/** What else the machine does can only make the work longer: the shortest of so many counts. */
const TIMES = 8;

/** What a page does all day: objects, strings, an order, elements, their styles and places. */
function work() {
  const start = performance.now();
  const items = Array.from({ length: 4000 }, (_, i) => ({
    name: ((i * 7919) % 4001).toString(36).padStart(4, '0'),
    value: Math.sin(i).toFixed(3),
  }));
  items.sort((a, b) => (a.name < b.name ? -1 : 1));
  const byName = new Map(items.map((item) => [item.name, item]));
  const box = document.createElement('div');
  box.style.cssText = 'display: grid; grid-template-columns: repeat(12, auto)';
  for (const [name, { value }] of [...byName].slice(0, 600)) {
    const cell = document.createElement('span');
    cell.className = name;
    cell.textContent = value;
    box.append(cell);
  }
  document.body.append(box);
  for (const size of [11, 14]) {
    box.style.fontSize = `${size}px`;
    box.getBoundingClientRect();
  }
  box.remove();
  return performance.now() - start;
}

/**
 * How many times as long as on the machine of the budgets a page takes here and now: a shared machine changes within seconds. At
 * least 1, as a faster one has to keep them too.
 */
export async function pace(browser) {
  const page = await browser.newPage();
  let shortest = Infinity;
  for (let i = 0; i < TIMES; i += 1) shortest = Math.min(shortest, await page.evaluate(work));
  await page.close();
  return Math.max(1, shortest / REFERENCE);
}

/** What `act` gives, and the pace meanwhile: the lower of before and after. */
export async function paced(browser, act) {
  const before = await pace(browser);
  const result = await act();
  return { result, pace: Math.min(before, await pace(browser)) };
}

/** What `act` gives, and how many seconds it takes on the machine of the budgets. */
export async function timed(browser, act) {
  const { result, pace } = await paced(browser, async () => {
    const start = performance.now();
    const result = await act();
    return { result, seconds: (performance.now() - start) / 1000 };
  });
  return { result: result.result, seconds: result.seconds / pace };
}
