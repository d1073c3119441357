// What is read of a page as one text: Playwright describes each value by an object of its own, so a list of 4,000 numbers
// takes it twenty times as long.

/** Runs in the page: JSON with typed arrays as lists, and with the numbers that JSON does not know. */
function written(_, value) {
  if (ArrayBuffer.isView(value)) return [...value];
  if (Object.is(value, -0)) return { beyondJson: '-0' };
  return typeof value === 'number' && !Number.isFinite(value)
    ? { beyondJson: String(value) }
    : value;
}

const revived = (_, value) =>
  typeof value?.beyondJson === 'string' ? Number(value.beyondJson) : value;

/**
 * `page.evaluate` for whole tensors and grids: what `body` returns or resolves to, of plain objects, lists, texts and
 * numbers. `argument` is plain, too.
 */
export async function readWhole(page, body, argument) {
  const text = await page.evaluate(
    `(async () => JSON.stringify(await (${body})(${JSON.stringify(argument)}), ${written}))()`,
  );
  return JSON.parse(text, revived);
}
