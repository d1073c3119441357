// Style sheets and HTML are shortened in the build, and nothing else is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortened } from '../../../scripts/build/styles.mjs';

test('comments and indentation of a style sheet go, its lines stay', () => {
  const source = [
    'const styles = css`',
    '  .a {',
    '    /* Why,',
    '       in two lines. */',
    '    color: ${red};',
    '  }',
    '`;',
    '  const other = html`  <p>/* text */</p>`;',
  ].join('\n');
  const short = ['const styles = css`', '.a {', '', '', 'color: ${red};', '}', '`;'].join('\n');
  assert.equal(shortened(source), `${short}\n  const other = html\`  <p>/* text */</p>\`;`);
});

test('a sheet within a sheet is shortened, the one around it stays', () => {
  const source = 'css`\n  a { b: c }\n  ${wide ? css`\n  d { e: f }` : 1}\n`';
  assert.equal(shortened(source), 'css`\n  a { b: c }\n  ${wide ? css`\nd { e: f }` : 1}\n`');
});

test('HTML loses its indentation, and nothing that is drawn', () => {
  const source =
    'html`<p>\n    a  b /* c */\n  </p>${x}`;\n  svg`<g>\n  <i/></g>`;\n  text`a\n  b`;';
  const short = 'html`<p>\na  b /* c */\n</p>${x}`;\n  svg`<g>\n<i/></g>`;\n  text`a\n  b`;';
  assert.equal(shortened(source), short);
});
