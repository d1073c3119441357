// Where data can get: from what is assigned, returned, given, or taken apart, to the declarations that receive it.

import ts from 'typescript';
import { isFunction, isGeneric, isPattern } from './names.mjs';

const { SyntaxKind } = ts;

/** The type that declares a number as computed by a kernel: web/engine/types/tensors.ts. */
const declaredAs = 'Computed';
/** Methods that put their arguments into what they are called on. */
const putting = /^(push|unshift|splice|set|add|fill)$/;
/** Methods that call a function with each element. */
const walking =
  /^(map|flatMap|filter|forEach|some|every|find|findIndex|findLast|findLastIndex|reduce|reduceRight|sort|toSorted)$/;

/** Whether a declaration or an expression stands in web/engine. */
const isKernels = (node) =>
  typeof node === 'object' && node.getSourceFile().fileName.includes('/web/engine/');

export class Edges {
  /** [declaration, () => whether data get there] */
  list = [];
  /** Declarations whose type says that they are data. */
  declared = [];
  #flow;
  #names;
  /** Classes of custom elements, by tag. */
  #elements = new Map();

  constructor(flow, names, files) {
    this.#flow = flow;
    this.#names = names;
    for (const file of files) this.#findElements(file);
    for (const file of files) this.#collect(file);
  }

  #findElements(node) {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'define'
    ) {
      const [tag, made] = node.arguments;
      if (tag && ts.isStringLiteral(tag) && made) {
        this.#elements.set(tag.text, this.#names.typeOf(made));
      }
    }
    ts.forEachChild(node, (child) => this.#findElements(child));
  }

  /** Data get from `node` to `target` if `holds()`. What is given to the kernels is theirs: it is not followed there. */
  #edge(target, holds, node) {
    const followed = typeof target === 'string' || this.#names.isOurs(target);
    if (followed && (!isKernels(target) || isKernels(node))) this.list.push([target, holds]);
  }

  #edgeFrom(target, node) {
    this.#edge(target, () => this.#flow.isData(node), node);
  }

  #collect(node) {
    this.#collectOne(node);
    ts.forEachChild(node, (child) => this.#collect(child));
  }

  #collectOne(node) {
    if (saysComputed(node)) this.declared.push(node);
    if (ts.isVariableDeclaration(node)) {
      const { initializer, name } = node;
      // What is taken from a list is taken from its elements.
      const holds = () =>
        isPattern(name) ? this.#flow.holdsList(initializer) : this.#flow.isData(initializer);
      if (initializer) this.#bind(name, node, holds);
      else if (ts.isForOfStatement(node.parent.parent)) this.#bindEach(node);
    } else if (ts.isParameter(node) || ts.isPropertyDeclaration(node)) {
      if (node.initializer) this.#edgeFrom(node, node.initializer);
      if (isPattern(node.name)) {
        this.#bind(node.name, node, () => this.#flow.holds(node));
      }
    } else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      this.#bindField(node);
    } else if (ts.isReturnStatement(node) || ts.isYieldExpression(node)) {
      if (node.expression) this.#returns(ts.findAncestor(node, isFunction), node.expression);
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const assigns = kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
      if (assigns) this.#assign(node.left, node.right);
    } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      this.#collectCall(node);
    } else if (ts.isTaggedTemplateExpression(node) && ts.isTemplateExpression(node.template)) {
      this.#collectTemplate(node.template);
    }
    if (isFunction(node) && 'body' in node && node.body) this.#collectFunction(node);
  }

  /** What a variable's or parameter's name or pattern is given. */
  #bind(name, declaration, holds, from = declaration) {
    if (ts.isIdentifier(name)) return this.#edge(declaration, holds, from);
    const type = ts.isObjectBindingPattern(name) ? this.#names.typeOf(name) : undefined;
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      const field = (element.propertyName ?? element.name).getText();
      const sources = type ? this.#names.declarationsOf(this.#names.property(type, field)) : [];
      const reaches = type ? () => sources.some((each) => this.#flow.holds(each)) : holds;
      this.#bind(element.name, element, reaches, from);
      if (element.initializer) this.#edgeFrom(element, element.initializer);
    }
  }

  /** for (const … of list): of `list.entries()` only the second is an element. */
  #bindEach(declaration) {
    const { expression } = declaration.parent.parent;
    const holds = () => this.#flow.holdsList(expression);
    const pairs =
      ts.isArrayBindingPattern(declaration.name) &&
      ts.isCallExpression(expression) &&
      ts.isPropertyAccessExpression(expression.expression) &&
      expression.expression.name.text === 'entries';
    if (!pairs) return this.#bind(declaration.name, declaration, holds);
    const [, element] = declaration.name.elements;
    if (element && ts.isBindingElement(element)) this.#bind(element.name, element, holds);
  }

  /** A field of an object, and the field of the type that is expected here. */
  #bindField(node) {
    const value = ts.isPropertyAssignment(node) ? node.initializer : node.name;
    const holds = ts.isPropertyAssignment(node)
      ? () => this.#flow.isData(value)
      : () => this.#names.shorthand(node).some((each) => this.#flow.holds(each));
    this.#edge(node, holds, node);
    const expected = this.#names.checker.getContextualType(node.parent);
    const field = expected && this.#names.property(expected, node.name.getText());
    for (const each of this.#names.declarationsOf(field)) this.#edge(each, holds, node);
  }

  #assign(left, right) {
    if (ts.isParenthesizedExpression(left)) return this.#assign(left.expression, right);
    if (ts.isElementAccessExpression(left)) return this.#assign(left.expression, right);
    if (ts.isArrayLiteralExpression(left)) {
      for (const each of left.elements) this.#assign(each, right);
      return;
    }
    const name = ts.isPropertyAccessExpression(left) ? left.name : left;
    for (const each of this.#names.declared(name)) this.#edgeFrom(each, right);
  }

  #returns(made, expression) {
    if (made) this.#edgeFrom(made, expression);
  }

  #collectFunction(node) {
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) this.#returns(node, node.body);
    if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) {
      if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) this.#implement(node);
      return;
    }
    // What is expected of a function where it is given: its parameters get data from there, its result goes there.
    const expected = this.#names.checker.getContextualType(node);
    const signature =
      expected && this.#names.checker.getNonNullableType(expected).getCallSignatures()[0];
    if (!signature) return;
    node.parameters.forEach((parameter, i) => {
      const sources = signature.parameters[i]?.declarations ?? [];
      this.#bind(parameter.name, parameter, () => sources.some((each) => this.#flow.holds(each)));
    });
    if (signature.declaration) {
      this.#edge(signature.declaration, () => this.#flow.holds(node), node);
    }
  }

  /** A method's result is also that of the interfaces that its class implements. */
  #implement(node) {
    if (!ts.isClassLike(node.parent)) return;
    for (const { types } of node.parent.heritageClauses ?? []) {
      for (const type of types) {
        const declared = this.#names.property(this.#names.typeOf(type), node.name.getText());
        for (const each of declared?.declarations ?? []) {
          this.#edge(each, () => this.#flow.holds(node), node);
        }
      }
    }
  }

  #collectCall(call) {
    const given = call.arguments ?? [];
    const called = this.#names.called(call);
    if (this.#names.isOurs(called)) {
      if (isGeneric(called)) return;
      const { parameters } = called;
      given.forEach((value, i) => {
        const parameter = parameters[Math.min(i, parameters.length - 1)];
        if (!parameter || (i >= parameters.length && !parameter.dotDotDotToken)) return;
        this.#bind(parameter.name, parameter, () => this.#flow.isData(value), call);
        this.#edgeFrom(parameter, value);
      });
      return;
    }
    if (!ts.isPropertyAccessExpression(call.expression)) return;
    const { expression: receiver, name } = call.expression;
    if (putting.test(name.text)) for (const each of given) this.#assign(receiver, each);
    const list = name.text === 'from' ? given[0] : walking.test(name.text) ? receiver : undefined;
    const callback = name.text === 'from' ? given[1] : given[0];
    if (list && callback) this.#walk(list, callback, name.text);
  }

  /** A function that is called with each element of a list. */
  #walk(list, callback, method) {
    const functions = isFunction(callback)
      ? [callback]
      : this.#names.declared(callback.name ?? callback).map((each) => each.initializer ?? each);
    for (const each of functions) {
      if (!isFunction(each)) continue;
      const [first, second] = each.parameters;
      const holds = () => this.#flow.holdsList(list);
      const both = /^(sort|toSorted|reduce|reduceRight)$/.test(method);
      if (first) this.#bind(first.name, first, holds);
      if (second && both) this.#bind(second.name, second, holds);
    }
  }

  /** html`<ap-chart .values=${values}>` */
  #collectTemplate(template) {
    let text = template.head.text;
    for (const { expression, literal } of template.templateSpans) {
      const field = /\.(\w+)="?$/.exec(text)?.[1];
      const tag = field && text.slice(text.lastIndexOf('<')).match(/^<([\w-]+)/)?.[1];
      const made = tag && this.#elements.get(tag);
      const [built] = made?.getConstructSignatures() ?? [];
      const declared = built && this.#names.property(built.getReturnType(), field);
      for (const each of declared?.declarations ?? []) this.#edgeFrom(each, expression);
      text += literal.text;
    }
  }
}

/** Whether a declaration's type is `Computed`, or lists of it. */
function saysComputed({ type }) {
  if (!type) return false;
  if (ts.isTypeReferenceNode(type)) return type.typeName.getText() === declaredAs;
  if (ts.isArrayTypeNode(type)) return saysComputed({ type: type.elementType });
  if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type)) return saysComputed(type);
  if (ts.isUnionTypeNode(type)) return type.types.some((each) => saysComputed({ type: each }));
  return false;
}
