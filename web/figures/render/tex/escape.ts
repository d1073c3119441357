// Text of the page for TeX: characters that pdfLaTeX has no letters for, by their commands.

const special: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '·': '\\textperiodcentered{}',
  '…': '\\dots{}',
  '“': '``',
  '”': "''",
  '‘': '`',
  '’': "'",
  '–': '--',
  '—': '---',
  '\u00a0': '~',
  '\u2009': '\\,',
};

const mathematical: Readonly<Record<string, string>> = {
  '−': '-',
  '∞': '\\infty',
  '×': '\\times',
  '÷': '\\div',
  '⋅': '\\cdot',
  '±': '\\pm',
  '√': '\\surd',
  '⊤': '\\top',
  '∂': '\\partial',
  '∇': '\\nabla',
  '∑': '\\sum',
  Σ: '\\Sigma',
  '→': '\\to',
  '←': '\\leftarrow',
  '↑': '\\uparrow',
  '↓': '\\downarrow',
  '⇒': '\\Rightarrow',
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '≈': '\\approx',
  '⊙': '\\odot',
  '∘': '\\circ',
  '°': '^\\circ',
  ᵀ: '^\\top',
  '⁻': '^-',
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ε: '\\varepsilon',
  η: '\\eta',
  θ: '\\theta',
  λ: '\\lambda',
  μ: '\\mu',
  π: '\\pi',
  σ: '\\sigma',
  τ: '\\tau',
  φ: '\\varphi',
  ω: '\\omega',
  Δ: '\\Delta',
  Φ: '\\Phi',
};

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';

/** Other characters stay: those of Chinese need XeLaTeX or LuaLaTeX. */
export function escapeTex(text: string): string {
  return Array.from(text, (character) => {
    const command = special[character];
    if (command !== undefined) return command;
    const symbol = mathematical[character];
    if (symbol !== undefined) return `\\ensuremath{${symbol}}`;
    const [up, down] = [raised.indexOf(character), lowered.indexOf(character)];
    if (up >= 0) return `\\textsuperscript{${up}}`;
    return down >= 0 ? `\\textsubscript{${down}}` : character;
  }).join('');
}
