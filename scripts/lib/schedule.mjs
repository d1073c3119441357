// Decides when each stage runs: in parallel if there is room, and never before the stages that it needs.

/**
 * Runs `perform(stage)` for each of `stages`, in the order of the list, at most `lanes` at a time. A stage waits for
 * those in the list that its `after` names; an `alone` stage runs last, with nothing beside it. After a failure no
 * stage is started, but running ones are waited for, as their results count too. Resolves to `{ results, left }`:
 * the results of `perform`, in the order in which they ended, and the stages that did not run.
 */
export async function schedule(stages, perform, { lanes = 2 } = {}) {
  const names = new Set(stages.map(({ name }) => name));
  const passed = new Set();
  const running = new Map();
  const results = [];
  let left = [...stages];
  let failed = false;

  const mayStart = ({ after = [], alone = false }) => {
    if (alone) return running.size === 0 && left.every((other) => other.alone);
    const ready = after.every((name) => passed.has(name) || !names.has(name));
    return ready && running.size < lanes && ![...running.keys()].some((other) => other.alone);
  };

  for (;;) {
    for (let next; !failed && (next = left.find(mayStart));) {
      const stage = next;
      left = left.filter((other) => other !== stage);
      running.set(
        stage,
        perform(stage, { beside: lanes > 1 && stages.length > 1 && !stage.alone }).then(
          (result) => ({ stage, result }),
        ),
      );
    }
    if (running.size === 0) return { results, left };
    const { stage, result } = await Promise.race(running.values());
    running.delete(stage);
    results.push(result);
    if (result.counts.failed > 0) failed = true;
    else passed.add(stage.name);
  }
}
