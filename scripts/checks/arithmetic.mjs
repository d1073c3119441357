// TypeScript may not compute any number that is shown: the kernels compute, the page draws.

import ts from 'typescript';

/** The part of Math that drawing needs: rounding, clamping, distances. Everything else belongs in C++. */
const allowed = [
  'abs',
  'ceil',
  'floor',
  'fround',
  'hypot',
  'max',
  'min',
  'round',
  'sign',
  'trunc',
  'PI',
];

/** The only file that computes a scale: it maps numbers to colours. */
export const exempt = ['web/styles/colour-scales.ts'];

export function arithmeticProblems(path, text) {
  if (exempt.includes(path)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const problems = [];
  const report = (node, what) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    problems.push(`${path}:${line + 1}: ${what} is left to the kernels`);
  };
  const power = [ts.SyntaxKind.AsteriskAsteriskToken, ts.SyntaxKind.AsteriskAsteriskEqualsToken];
  // A limit such as 2 ** 32 is a constant, not a computation.
  const constant = ({ left, right }) => ts.isNumericLiteral(left) && ts.isNumericLiteral(right);
  const visit = (node) => {
    if (ts.isBinaryExpression(node) && power.includes(node.operatorToken.kind)) {
      if (!constant(node)) report(node, '**');
    }
    if (ts.isIdentifier(node) && node.text === 'Math') {
      const access = ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node;
      const name = access ? node.parent.name.text : undefined;
      if (!allowed.includes(name)) report(node, name ? `Math.${name}` : 'Math as a whole');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}
