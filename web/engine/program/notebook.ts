// A program as a Jupyter notebook: nbformat 4.5.

/** A part of a program: its title, if it has one, and its lines. */
export interface Section {
  title: string;
  lines: readonly string[];
}

function sourceOf(lines: readonly string[]): string[] {
  const text = lines.join('\n').split('\n');
  return text.map((line, i) => (i < text.length - 1 ? `${line}\n` : line));
}

/** The first section's title is the notebook's. */
export function notebookOf(introduction: readonly string[], sections: readonly Section[]): string {
  const [first = '', ...rest] = introduction;
  const markdown = (lines: readonly string[]) => ({
    cell_type: 'markdown',
    source: sourceOf(lines),
  });
  const code = (lines: readonly string[]) => ({
    cell_type: 'code',
    source: sourceOf(lines),
    execution_count: null,
    outputs: [],
  });
  const cells = [
    markdown([`# ${first}`, '', ...rest]),
    ...sections.flatMap(({ title, lines }) => [markdown([`## ${title}`]), code(lines)]),
  ];
  const notebook = {
    cells: cells.map((cell, i) => ({ id: `cell-${i + 1}`, metadata: {}, ...cell })),
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, undefined, 1)}\n`;
}
