// Charts of the page: their places by pointer.

/** Clicks a place of the chart that `locator` finds. */
export async function pick(locator, place) {
  const position = await locator.evaluate((element, place) => {
    const { x, width, y, height } = element.chart.area(place);
    return { x: x + width / 2, y: y + height / 2 };
  }, place);
  await locator.locator('canvas').click({ position });
}
