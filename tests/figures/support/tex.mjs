// LaTeX read back: its braces and environments, its tables, and its escaped texts.

/** What is wrong with braces and environments; undefined if nothing is. */
export function structureProblem(tex) {
  const open = [];
  const lines = tex.replace(/^%.*$/gm, '');
  for (const [sign, kind, name] of lines.matchAll(/\\(begin|end)\{(\w+)\}|\\[^a-zA-Z]|[{}]/g)) {
    if (kind === 'begin') open.push(name);
    else if (kind === 'end' && open.pop() !== name) return `\\end{${name}}`;
    else if (sign === '{') open.push('{');
    else if (sign === '}' && open.pop() !== '{') return '} closes nothing';
  }
  return open.length > 0 ? `open: ${open}` : undefined;
}

const numbers = { nan: NaN, inf: Infinity, '-inf': -Infinity };

/** The rows of each table: [column, row, number], those that only give cells their size left out. */
export function tablesOf(tex) {
  return [
    ...tex.matchAll(/xmax=(\S+),ymin=-0.5,ymax=(\S+),\n[\s\S]*?\nx y v\n([\s\S]*?)\n\};/g),
  ].map(([, right, low, rows]) =>
    rows
      .split('\n')
      .map((line) => line.split(' '))
      .map(([x, y, v]) => [Number(x), Number(y), v in numbers ? numbers[v] : Number(v)])
      .filter(([x, y]) => x < Number(right) && y < Number(low)),
  );
}

const commands = {
  textbackslash: '\\',
  textasciicircum: '^',
  textasciitilde: '~',
  textless: '<',
  textgreater: '>',
  textbar: '|',
  textquotedbl: '"',
  textquotesingle: "'",
  textasciigrave: '`',
};

/** The text that TeX sets of ASCII alone; a sign that TeX would not read as text is an error. */
export function readTex(tex) {
  return tex.replace(
    /\\([a-zA-Z]+)\{\}|\\([{}$&#%_])|\{\}|~|[\\{}$&#%_^]/g,
    (found, word, sign) => {
      if (word) return commands[word] ?? fail(found);
      if (sign) return sign;
      return found === '{}' ? '' : found === '~' ? ' ' : fail(found);
    },
  );
}

function fail(found) {
  throw new Error(`${found} is a command`);
}
