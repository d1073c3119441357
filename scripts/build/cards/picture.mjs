// A card as SVG: the name on the left, and on the right one head's weights, as lines between words or as a matrix.

/** What those who show cards ask for. */
export const size = { width: 1200, height: 630 };

const MARGIN = 72;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * `words` are tokens, `weights(query, key)` the engine's numbers, `chosen` the query that stands out, `colours` of the palette
 * by name, `cell(weight)` the colours of a cell.
 */
export function pictureOf(kind, { words, weights, chosen, texts, colours, cell }) {
  const drawn = [];
  const text = (content, { x, y, size, colour = 'ink', anchor = 'start', bold = false }) => {
    const weight = bold ? ' font-weight="700"' : '';
    const fill = colours[colour] ?? colour;
    drawn.push(
      `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${weight}>${escaped(content)}</text>`,
    );
  };
  const indices = words.map((_, i) => i);
  const largest = indices.reduce((best, key) =>
    weights(chosen, key) > weights(chosen, best) ? key : best,
  );

  function title() {
    texts.name.forEach((part, i) =>
      text(part, { x: MARGIN - 4, y: 172 + 84 * i, size: 78, bold: true }),
    );
    text(texts.line, { x: MARGIN, y: 322, size: 30, colour: 'ink-soft' });
    const pair = [
      ['query', words[chosen]],
      ['ink-soft', '→'],
      ['key', words[largest]],
    ];
    const spans = pair.map(
      ([colour, word], i) =>
        `<tspan${i > 0 ? ' dx="12"' : ''} fill="${colours[colour]}">${escaped(word)}</tspan>`,
    );
    drawn.push(`<text x="${MARGIN}" y="436" font-size="34">${spans.join('')}</text>`);
    text(weights(chosen, largest).toFixed(3), {
      x: MARGIN,
      y: 500,
      size: 58,
      bold: true,
      colour: 'weights',
    });
    text(texts.note, { x: MARGIN, y: 558, size: 22, colour: 'ink-soft' });
  }

  function lines() {
    const step = Math.min(62, (size.height - 2 * 56) / words.length);
    const top = (size.height - step * words.length) / 2 + step / 2;
    const [left, right] = [828, 1008];
    const y = (i) => top + step * i;
    const curve = (query, key, weight) => {
      const bend = (right - left) / 2;
      const colour = query === chosen ? colours.weights : colours['ink-soft'];
      const width = query === chosen ? 2 + 8 * weight : 1.5 + 3 * weight;
      const path = `M${left} ${y(query)}C${left + bend} ${y(query)} ${right - bend} ${y(key)} ${right} ${y(key)}`;
      drawn.push(
        `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${weight}" stroke-linecap="round"/>`,
      );
    };
    for (const query of [...indices.filter((i) => i !== chosen), chosen]) {
      for (const key of indices) {
        curve(query, key, weights(query, key));
      }
    }
    for (const i of indices) {
      const low = y(i) + 10;
      const isQuery = i === chosen;
      const isKey = i === largest;
      text(words[i], {
        x: left - 18,
        y: low,
        size: 30,
        anchor: 'end',
        bold: isQuery,
        colour: isQuery ? 'query' : 'ink',
      });
      text(words[i], {
        x: right + 18,
        y: low,
        size: 30,
        bold: isKey,
        colour: isKey ? 'key' : 'ink',
      });
    }
  }

  function matrix() {
    const side = Math.min(60, 440 / words.length);
    const left = size.width - 56 - side * words.length;
    const top = size.height - 56 - side * words.length;
    const at = (i) => side * i;
    for (const query of indices) {
      const isChosen = query === chosen;
      text(words[query], {
        x: left - 14,
        y: top + at(query) + side / 2 + 7,
        size: 22,
        anchor: 'end',
        bold: isChosen,
        colour: isChosen ? 'query' : 'ink',
      });
      for (const key of indices) {
        const weight = weights(query, key);
        const { fill, ink } = cell(weight);
        const [x, y] = [left + at(key), top + at(query)];
        drawn.push(
          `<rect x="${x + 1}" y="${y + 1}" width="${side - 2}" height="${side - 2}" rx="4" fill="${fill}"/>`,
        );
        const digits = { x: x + side / 2, y: y + side / 2 + 6, size: 17, anchor: 'middle' };
        text(weight.toFixed(2), { ...digits, colour: ink, bold: isChosen && key === largest });
      }
    }
    for (const key of indices) {
      const [x, y] = [left + at(key) + side / 2 + 4, top - 12];
      const isKey = key === largest;
      const weight = isKey ? ' font-weight="700"' : '';
      drawn.push(
        `<text transform="translate(${x} ${y}) rotate(-50)" font-size="22" fill="${isKey ? colours.key : colours.ink}"${weight}>${escaped(words[key])}</text>`,
      );
    }
    drawn.push(
      `<rect x="${left}" y="${top + at(chosen)}" width="${side * words.length}" height="${side}" rx="5" fill="none" stroke="${colours.query}" stroke-width="2.5"/>`,
    );
  }

  title();
  if (kind === 'words') lines();
  else matrix();
  const { width, height } = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="AP Cards">`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    ...drawn,
    '</svg>',
  ].join('\n');
}
