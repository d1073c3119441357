// Whether a worker has started, and what it gives.

/** Two calls at once before anything is known, then one more: what they give, and why there is no worker. */
export const callThrice = (page, options) =>
  page.evaluate(async (options) => {
    const told = [];
    const remote = window.engine.loadWorker({ ...options, onFallback: (why) => told.push(why) });
    const early = await Promise.all([remote.softmax([0, 0]), remote.softmax([0, 0, 0, 0])]);
    const late = await remote.traceAttention({ x: [[1]] });
    const results = [...early, await late.tensor('output')].map(({ data }) => data[0]);
    return { results, fallback: remote.fallback, told };
  }, options);

export const right = [0.5, 0.25];
export const scripts = "script-src 'self' 'wasm-unsafe-eval'";
