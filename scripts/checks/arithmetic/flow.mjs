// Which expressions hold data: numbers that a kernel computed. A fixed point over all files at once, by declaration:
// a variable, field, parameter or function is data if any data get there. A list is data if one element is.

import ts from 'typescript';
import { Edges } from './edges.mjs';
import { isFunction, isGeneric, Names } from './names.mjs';

const { SyntaxKind } = ts;

/** Methods whose result says nothing about the numbers themselves: a place, an answer, a text. */
const silent =
  /^(indexOf|lastIndexOf|findIndex|findLastIndex|includes|some|every|has|keys|join|push|unshift|forEach|to(Fixed|Precision|Exponential|String|LocaleString))$/;
const comparisons = [
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.MinusToken,
];
const joins = [
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.AmpersandAmpersandToken,
];

const inner = (node) =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isSpreadElement(node);

export class Flow {
  #names;
  /** Declarations that hold data. */
  #data;

  /** `files`: those that are followed. A function elsewhere returns data only if its type says so. */
  constructor(program, files) {
    this.#names = new Names(program.getTypeChecker(), files);
    const { list, declared } = new Edges(this, this.#names, files);
    this.#data = new Set(declared);
    for (let before = -1, open = list; before !== this.#data.size;) {
      before = this.#data.size;
      open = open.filter(([target, holds]) => {
        if (this.#data.has(target)) return false;
        if (!holds()) return true;
        this.#data.add(target);
        return false;
      });
    }
  }

  isNumber(node) {
    return this.#names.isNumber(node);
  }

  isData(node) {
    if (inner(node)) return this.isData(node.expression);
    return this.#mayBeData(node) && this.#names.holdsNumbers(this.#names.typeOf(node));
  }

  #mayBeData(node) {
    if (ts.isIdentifier(node)) return this.#held(node);
    if (ts.isPropertyAccessExpression(node))
      return this.#held(node.name) || this.#names.isFloats(node);
    if (ts.isElementAccessExpression(node)) {
      return this.holdsList(node.expression) || this.#hasDataField(node.expression);
    }
    if (ts.isCallExpression(node)) return this.#returnsData(node);
    if (ts.isNewExpression(node)) {
      return (
        this.#names.inLibrary(node) && (node.arguments ?? []).some((each) => this.holdsList(each))
      );
    }
    if (ts.isConditionalExpression(node)) {
      return this.isData(node.whenTrue) || this.isData(node.whenFalse);
    }
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (kind === SyntaxKind.EqualsToken || kind === SyntaxKind.CommaToken) {
        return this.isData(node.right);
      }
      const either = () => this.isData(node.left) || this.isData(node.right);
      if (joins.includes(kind)) return either();
      return this.#names.isNumber(node) && either();
    }
    if (ts.isPrefixUnaryExpression(node)) {
      return node.operator !== SyntaxKind.ExclamationToken && this.isData(node.operand);
    }
    if (ts.isArrayLiteralExpression(node)) return node.elements.some((each) => this.isData(each));
    if (isFunction(node)) return this.#data.has(node);
    return false;
  }

  /** Whether an expression is data, or a list of floats, whose elements are. */
  holdsList(node) {
    return this.isData(node) || this.#names.isFloats(node);
  }

  holds(declaration) {
    return this.#data.has(declaration);
  }

  /** Whether a list of data, or one that a function orders by data, is sorted here. */
  sorts(access) {
    const call = access.parent;
    if (!ts.isCallExpression(call) || call.expression !== access) return false;
    const [order] = call.arguments;
    return order ? this.#judgesData(order) : this.holdsList(access.expression);
  }

  /** Whether a list has been filtered by a comparison of data. */
  counted(node) {
    if (inner(node)) return this.counted(node.expression);
    if (ts.isIdentifier(node)) {
      return this.#names
        .declared(node)
        .some(
          (each) =>
            ts.isVariableDeclaration(each) && each.initializer && this.counted(each.initializer),
        );
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    const [keeps] = node.arguments;
    return node.expression.name.text === 'filter' && keeps && this.#judgesData(keeps);
  }

  /** Whether a variable is changed only if a comparison of data says so. */
  counts(node) {
    for (
      let child = node, { parent } = node;
      parent && !isFunction(parent);
      parent = parent.parent
    ) {
      if (ts.isIfStatement(parent) && child !== parent.expression) {
        if (this.#compares(parent.expression)) return true;
      }
      child = parent;
    }
    return false;
  }

  /** Whether a function given here compares data. */
  #judgesData(node) {
    if (isFunction(node)) return node.body !== undefined && this.#compares(node.body);
    if (!ts.isIdentifier(node)) return false;
    return this.#names.declared(node).some((each) => {
      const made = ts.isVariableDeclaration(each) ? each.initializer : each;
      return made && isFunction(made) && this.#judgesData(made);
    });
  }

  #compares(node) {
    if (ts.isBinaryExpression(node) && comparisons.includes(node.operatorToken.kind)) {
      const data = [node.left, node.right].some(
        (each) => this.#names.isNumber(each) && this.isData(each),
      );
      if (data) return true;
    }
    return ts.forEachChild(node, (child) => this.#compares(child) || undefined) ?? false;
  }

  /** Whether a name's declaration holds data, or says so. */
  #held(name) {
    return this.#names.declared(name).some((each) => this.holds(each));
  }

  /** Whether a field of an object, which one is not known here, holds data. */
  #hasDataField(node) {
    const type = this.#names.checker.getNonNullableType(this.#names.typeOf(node));
    if (!(type.flags & ts.TypeFlags.Object) || type.getNumberIndexType()) return false;
    return type
      .getProperties()
      .some((field) => this.#names.declarationsOf(field).some((each) => this.#data.has(each)));
  }

  #returnsData(call) {
    const { expression: callee } = call;
    const called = this.#names.called(call);
    if (this.#names.isOurs(called)) {
      if (isGeneric(called)) return call.arguments.some((each) => this.isData(each));
      return this.#data.has(called) || this.isData(callee);
    }
    if (!this.#names.inLibrary(call)) return false;
    const given = () => call.arguments.some((each) => !isFunction(each) && this.holdsList(each));
    if (!ts.isPropertyAccessExpression(callee)) return given();
    const method = callee.name.text;
    if (silent.test(method)) return false;
    const made = call.arguments.find((each) => isFunction(each));
    if (/^(map|flatMap|reduce|reduceRight)$/.test(method)) {
      return call.arguments.some((each) => this.isData(each)) || this.#names.isFloats(call);
    }
    if (method === 'from' && made) return this.isData(made);
    return this.holdsList(callee.expression) || (method !== 'get' && given());
  }
}
