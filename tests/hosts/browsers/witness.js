// Put first into every page of a copy of the site: notes what goes wrong, which WebDriver cannot tell.

{
  const problems = [];
  const unloaded = new Set();

  addEventListener(
    'error',
    ({ target, error, message }) => {
      if (target === window) problems.push(error?.stack ?? message);
      else unloaded.add(target.src ?? target.href);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    problems.push(`unhandled: ${reason?.stack ?? reason}`),
  );
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    problems.push(`policy: ${violatedDirective} ${blockedURI}`),
  );
  for (const level of ['error', 'warn']) {
    const original = console[level];
    console[level] = (...words) => {
      problems.push(`console ${level}: ${words.join(' ')}`);
      original.apply(console, words);
    };
  }

  // Firefox also fires `error` at a link that preloads a module which it has by then.
  const isLoaded = (url) =>
    performance.getEntriesByName(url).some(({ responseStatus }) => responseStatus === 200);
  const isAbroad = (url) => !/^(data|blob):/.test(url) && new URL(url).origin !== location.origin;

  globalThis.problemsSoFar = () => [
    ...problems,
    ...[...unloaded].filter((url) => !isLoaded(url)).map((url) => `failed: ${url}`),
    ...performance
      .getEntriesByType('resource')
      .filter(({ name }) => isAbroad(name))
      .map(({ name }) => `another host: ${name}`),
  ];
}
