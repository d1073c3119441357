/** One page A4, of paper: light, also on a screen. */
export const sheetStyles = `
:root { color-scheme: light; }
@page { size: A4; margin: 10mm; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #000; font: 9.4pt/1.38 system-ui, 'Noto Sans', 'Noto Sans SC', sans-serif; }
:lang(zh-CN) body { line-height: 1.42; }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 12px 16px; background: #f2f4f6; font-size: 14px; }
nav a { color: #0b5cad; }
main { max-width: 190mm; margin: 0 auto; padding: 16px; }
header { display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; justify-content: space-between; border-bottom: 1px solid #000; margin-bottom: 6px; }
h1 { margin: 0; font-size: 13pt; }
p, ul, ol { margin: 0 0 3px; }
ul, ol { padding-left: 1.2em; }
ul:has(.box) { list-style: none; padding-left: 0; }
li:has(.box) { padding-left: 1.5em; text-indent: -1.5em; }
:is(sub, sup) { line-height: 0; }
section { margin-bottom: 6px; }
.columns { columns: 2; column-gap: 8mm; }
.asked { margin: 2px 0 0; padding: 3px 6px; border-left: 2px solid #000; break-inside: avoid; }
.number { margin-right: 5px; }
section > p:first-child { display: inline; }
section > p:first-child + * { margin-top: 3px; }
.blank { display: inline-block; min-width: 3.6em; border-bottom: 1px solid #000; height: 1em; vertical-align: baseline; }
.line { min-width: 11em; }
.box { display: inline-block; width: 1.05em; height: 1.05em; margin-right: 0.35em; text-indent: 0; border: 1px solid #000; font-style: normal; line-height: 1; text-align: center; vertical-align: -1px; }
.filled { color: #0b5cad; }
figure { margin: 0 0 6px; break-inside: avoid; }
figure:has(svg + svg) { display: grid; grid-template-columns: 1fr 1fr; gap: 2mm; align-items: end; }
figure svg { display: block; max-width: 100%; height: auto; max-height: 52mm; }
code { font-family: ui-monospace, 'Noto Sans Mono', monospace; font-size: 0.95em; }
footer { margin-top: 4px; color: #555; font-size: 7pt; }
@media (width < 720px) and (not print) { .columns { columns: 1; } body { font-size: 14px; } main { padding: 12px; } }
@media print { nav { display: none; } main { max-width: none; padding: 0; } }
`;
