// The visible share: how much of a step's result lies inside the window and under nothing, when the page has just been
// opened at its top. Rows count all; of the columns those of queries over keys, else 16 that are wide enough to point at. On a
// phone, where figures scroll inside themselves, what stands in its box counts, four columns at least, and has digits.

export const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];
export const lengths = [3, 7, 10, 16, 31];

/** Up to this many tokens everything must be seen. */
export const limitOf = ({ width }) => (width < 480 ? 10 : 16);

const words = 'The small cat sat on the warm mat and looked at a bird that sang';

/** A sentence of so many tokens. */
export function sentence(count) {
  const list = words.split(' ');
  return Array.from({ length: count }, (_, i) => list[i % list.length]).join(' ');
}

/** The pages measured, each with its address for sentences of a length; on the way back, its steps alone. */
export const pages = {
  playground: (count) => `/play#v=1&s=${encodeURIComponent(sentence(count))}`,
  // The decoder reads <sos> before the sentence.
  transformer: (count) =>
    `/transformer#v=1&model=encoder-decoder&layers=2&s=${encodeURIComponent(sentence(count - 1))}&m=${encodeURIComponent(sentence(count))}`,
  // Guided, weights are lines at first: here their matrix is measured.
  'playground, guided': (count) => `${pages.playground(count)}&mode=guided&view=matrix`,
  'transformer, guided': (count) => `${pages.transformer(count)}&mode=guided&view=matrix`,
  'playground, backward': (count) => `${pages.playground(count)}&back=true&step=gradient.weights`,
  'transformer, backward': (count) =>
    `${pages.transformer(count)}&back=true&step=gradient.decoder.0.cross_attention.weights`,
};

/** [{ step, share, rows, columns }] for one step of each kind and shape. */
async function sharesOf(page) {
  return page.evaluate(async () => {
    const element = document.querySelector('attention-playground');
    const frames = (count) =>
      new Promise((done) => {
        const next = (left) => requestAnimationFrame(() => (left > 1 ? next(left - 1) : done()));
        next(count);
      });
    const stage = element.renderRoot.querySelector('ap-stage');
    const resultOf = (path) => {
      const shown = stage.renderRoot.querySelector('ap-figure');
      const grid = shown?.figure?.grids.find((one) => one.isResult && one.step.path === path);
      return grid && { shown, grid };
    };
    const measure = (path) => {
      const { shown, grid } = resultOf(path);
      const port = shown.renderRoot.querySelector(`.port:has(> [data-grid="${grid.name}"])`);
      const box = port.getBoundingClientRect();
      const { columns } = grid.layout;
      const inBox = (long, cell) => Math.floor(long / cell + 0.01);
      const rows = Math.min(grid.layout.rows, inBox(grid.box.height, grid.cellHeight));
      const across = inBox(grid.box.width, grid.cellWidth);
      const isPairs = grid.rowAxis === 'query' && grid.columnAxis === 'key';
      const isPhone = innerWidth < 480;
      const isSeen = (row, column) => {
        const x = box.left + (column + 0.5) * grid.cellWidth;
        const y = box.top + (row + 0.5) * grid.cellHeight;
        // Anything outside of the figure that lies over it is found by this, too.
        return (
          x < box.left + grid.box.width && port.contains(shown.renderRoot.elementFromPoint(x, y))
        );
      };
      const needed = isPhone
        ? Math.min(columns, across)
        : isPairs
          ? columns
          : Math.min(columns, 16);
      const hasDigits = grid.decimals !== undefined && across >= Math.min(4, columns);
      const wide = isPhone ? hasDigits : isPairs || columns <= 16 || grid.cellWidth >= 11.99;
      const cells = [...Array(rows * needed).keys()].map((i) => [
        Math.floor(i / needed),
        i % needed,
      ]);
      // What hides some of them reaches an edge or a middle.
      const isLine = (at, count) => at === 0 || at === count >> 1 || at === count - 1;
      const isWhole = cells
        .filter(([row, column]) => isLine(row, rows) || isLine(column, needed))
        .every((cell) => isSeen(...cell));
      const seen = isWhole ? cells.length : cells.filter((cell) => isSeen(...cell)).length;
      return { step: path, share: wide ? seen / cells.length : 0, rows, columns };
    };
    const known = new Set();
    const found = [];
    const { steps } = element.trace;
    const walked = steps.filter(({ gradient }) => gradient);
    for (const { path, kind, op, shape } of walked.length > 0 ? walked : steps) {
      const key = [kind, op, ...shape].join();
      if (known.has(key)) continue;
      known.add(key);
      element.step = path;
      await element.updateComplete;
      // The figures of some operations come in a file of their own.
      for (let waits = 0; !resultOf(path) && waits < 600; waits += 1) await frames(1);
      await frames(2);
      if (scrollY > 0) {
        scrollTo(0, 0);
        await frames(1);
      }
      found.push(measure(path));
    }
    return found;
  });
}

/** [{ page, width, height, tokens, shares }] of an open site for these windows and lengths. */
export async function visibleShares(
  site,
  { at = windows, of = lengths, on = Object.keys(pages) } = {},
) {
  const found = [];
  for (const name of on) {
    for (const window of at) {
      for (const tokens of of) {
        const measure = async (page) =>
          found.push({ page: name, ...window, tokens, shares: await sharesOf(page) });
        await site.withPage(pages[name](tokens), measure, window);
      }
    }
  }
  return found;
}
