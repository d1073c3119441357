/** The last one of those that are there is taken. */
const chineseFonts = ['Microsoft YaHei', 'PingFang SC', 'Noto Sans CJK SC'];

/** Fonts that systems have, for what Latin Modern lacks. */
const fonts = [
  'Noto Sans',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  'DejaVu Sans',
  'Arial Unicode MS',
  'Arial',
  'Segoe UI Symbol',
  'Noto Sans Symbols 2',
  'Noto Emoji',
  'Symbola',
];

/**
 * Lines of the preamble, for XeLaTeX. `\apother` writes a text in the first font that has its characters, and by their code points
 * if none has: nothing is left out without a word.
 */
export function otherScripts(eastAsian: boolean, other: boolean): string[] {
  return ['\\usepackage{fontspec}', ...(eastAsian ? chinese : []), ...(other ? others : [])];
}

const chinese = [
  '\\usepackage[scheme=plain]{ctex}',
  // A blank between two Chinese words of a caption stays.
  '\\xeCJKsetup{CJKspace=true}',
  ...chineseFonts.map(
    (font) => `\\IfFontExistsTF{${font}}{\\setCJKsansfont{${font}}\\setCJKmonofont{${font}}}{}`,
  ),
];

const others = [
  '\\TeXXeTstate=1',
  '\\ExplSyntaxOn',
  '\\seq_new:N \\g_ap_fonts_seq',
  '\\bool_new:N \\l_ap_fits_bool',
  `\\clist_map_inline:nn {${fonts.map((font) => font.replaceAll(' ', '~')).join(', ')}}`,
  '  { \\IfFontExistsTF {#1} { \\seq_gput_right:Nn \\g_ap_fonts_seq {#1} } { } }',
  '% {script} {text} {its code points}',
  '\\NewDocumentCommand \\apother { m m m }',
  '  {',
  '    \\group_begin:',
  '    \\bool_set_false:N \\l_ap_fits_bool',
  '    \\seq_map_inline:Nn \\g_ap_fonts_seq',
  '      {',
  '        \\fontspec {##1}',
  '        \\bool_set_true:N \\l_ap_fits_bool',
  '        \\clist_map_inline:nn {#3}',
  '          { \\iffontchar \\font "####1 \\else \\bool_set_false:N \\l_ap_fits_bool \\fi }',
  '        \\bool_if:NT \\l_ap_fits_bool',
  '          {',
  '            \\tl_if_empty:nF {#1} { \\fontspec {##1} [Script=#1] }',
  '            \\seq_map_break:',
  '          }',
  '      }',
  '    \\bool_if:NTF \\l_ap_fits_bool {#2}',
  '      { \\normalfont \\ttfamily \\clist_map_inline:nn {#3} { U+##1 } }',
  '    \\group_end:',
  '  }',
  '\\ExplSyntaxOff',
];
