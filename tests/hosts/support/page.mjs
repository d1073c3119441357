// Pages of a host in Chromium. They reach the host's own server and nothing else, and have to keep silent.

import assert from 'node:assert/strict';

/**
 * What a test sees of the page besides its content: whatever is in `problems` must not be. `chatter` is what the host itself says,
 * and `elsewhere` what it asks of others.
 */
export async function openPage(
  browser,
  url,
  { chatter = [], elsewhere = [], headers = {}, ...options } = {},
) {
  const { origin } = new URL(url);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.problems = [];
  const isOwn = (address) => new URL(address).origin === origin;

  await context.route(
    (address) => !isOwn(address),
    (route) => {
      const address = route.request().url();
      if (!elsewhere.some((pattern) => pattern.test(address)))
        page.problems.push(`another host: ${address}`);
      return route.abort();
    },
  );
  await context.route(`${origin}/favicon.ico`, (route) => route.fulfill({ status: 204 }));
  if (Object.keys(headers).length > 0) {
    await context.route(
      (address) => isOwn(address) && /(\/|\.html)$/.test(address.pathname),
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
      },
    );
  }
  page.on('pageerror', (error) => {
    if (chatter.some((pattern) => pattern.test(error.message))) return;
    page.problems.push(`error: ${error.stack ?? error.message}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // The host's own words, as those of a development server.
    if (chatter.some((pattern) => pattern.test(text))) return;
    page.problems.push(`console ${message.type()}: ${text} (${message.location().url})`);
  });
  page.on('requestfailed', (request) => {
    if (isOwn(request.url())) page.problems.push(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) page.problems.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(url);
  return page;
}

/** The different problems since this was last asked, cut to a readable length. */
function takeProblems(page) {
  const problems = page.problems.splice(0);
  return [...new Set(problems)].slice(0, 5).map((problem) => problem.slice(0, 600));
}

/** Fails if the page has had a problem since this was last asked. */
export function assertQuiet(page) {
  const number = page.problems.length;
  const shown = takeProblems(page).join('\n');
  assert.equal(number, 0, `${number} problems:\n${shown}`);
}

/** The same error, which also says what the page had to say. */
export function withProblems(error, page) {
  if (page.problems.length > 0) error.message += `\nThe page:\n${takeProblems(page).join('\n')}`;
  return error;
}

/** Does not keep the process alive. */
const later = (time, value) => new Promise((done) => setTimeout(done, time, value).unref());

/**
 * What `work` resolves to. After a minute without an end it fails, and says whether the page still runs its scripts: what is
 * evaluated in a page is waited for without a limit, and a test that waits for ever would end its whole file without a word.
 */
export async function inTime(page, work, limit = 60_000) {
  const isLate = Symbol('late');
  const result = await Promise.race([work(), later(limit, isLate)]);
  if (result !== isLate) return result;
  const answer = page.evaluate(() => document.visibilityState).catch((error) => error.message);
  const state = await Promise.race([answer, later(5000, 'it does not answer')]);
  throw new Error(`no end after ${limit / 1000} s; the page: ${state}`);
}
