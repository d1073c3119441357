// Which expressions hold data: numbers that a kernel computed. A fixed point over all files at once, by declaration:
// a variable, field, parameter or function is data if any data get there. A list is data if one element is.

import ts from 'typescript';

const { SyntaxKind } = ts;

/** The type that declares a number as computed by a kernel: web/engine/types.ts. */
const declaredAs = 'Computed';
const floats = 'Float32Array';

/** Methods whose result says nothing about the numbers themselves: a place, an answer, a text. */
const silent =
  /^(indexOf|lastIndexOf|findIndex|findLastIndex|includes|some|every|has|keys|join|push|unshift|forEach|to(Fixed|Precision|Exponential|String|LocaleString))$/;
/** Types other than lists whose type arguments are what they hold. */
const containers = /^(Readonly)?(Map|Set|Promise|WeakMap|Iterable|Iterator|Generator)$|Iterator$/;
/** Methods that put their arguments into what they are called on. */
const putting = /^(push|unshift|splice|set|add|fill)$/;
/** Methods that call a function with each element. */
const walking =
  /^(map|flatMap|filter|forEach|some|every|find|findIndex|findLast|findLastIndex|reduce|reduceRight|sort|toSorted)$/;
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

const isPattern = (name) => ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name);
const isFunction = (node) => ts.isFunctionLike(node);
const inner = (node) =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isSpreadElement(node);

/** Whether a declaration or an expression stands in web/engine. */
const isKernels = (node) =>
  typeof node === 'object' && node.getSourceFile().fileName.includes('/web/engine/');

export class Flow {
  #checker;
  #files;
  /** Declarations that hold data. */
  #data = new Set();
  /** [declaration, () => whether data get there] */
  #edges = [];
  #declarations = new Map();
  #signatures = new Map();
  #numeric = new Map();
  /** Classes of custom elements, by tag. */
  #elements = new Map();

  /** `files`: those that are followed. A function elsewhere returns data only if its type says so. */
  constructor(program, files) {
    this.#checker = program.getTypeChecker();
    this.#files = files;
    for (const file of files) this.#findElements(file);
    for (const file of files) this.#collect(file);
    for (let before = -1; before !== this.#data.size;) {
      before = this.#data.size;
      this.#edges = this.#edges.filter(([target, holds]) => {
        if (this.#data.has(target)) return false;
        if (!holds()) return true;
        this.#data.add(target);
        return false;
      });
    }
  }

  isNumber(node) {
    const type = this.#checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((part) => (part.flags & ts.TypeFlags.NumberLike) !== 0);
  }

  isData(node) {
    if (inner(node)) return this.isData(node.expression);
    return this.#mayBeData(node) && this.#holdsNumbers(this.#checker.getTypeAtLocation(node));
  }

  #mayBeData(node) {
    if (ts.isIdentifier(node)) return this.#held(node);
    if (ts.isPropertyAccessExpression(node)) return this.#held(node.name) || this.#isFloats(node);
    if (ts.isElementAccessExpression(node)) {
      return this.#isList(node.expression) || this.#hasDataField(node.expression);
    }
    if (ts.isCallExpression(node)) return this.#returnsData(node);
    if (ts.isNewExpression(node)) {
      return this.#inLibrary(node) && (node.arguments ?? []).some((each) => this.#isList(each));
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
      return this.isNumber(node) && either();
    }
    if (ts.isPrefixUnaryExpression(node)) {
      return node.operator !== SyntaxKind.ExclamationToken && this.isData(node.operand);
    }
    if (ts.isArrayLiteralExpression(node)) return node.elements.some((each) => this.isData(each));
    if (isFunction(node)) return this.#data.has(node);
    return false;
  }

  /** Whether a list of data, or one that a function orders by data, is sorted here. */
  sorts(access) {
    const call = access.parent;
    if (!ts.isCallExpression(call) || call.expression !== access) return false;
    const [order] = call.arguments;
    return order ? this.#judgesData(order) : this.#isList(access.expression);
  }

  /** Whether a list has been filtered by a comparison of data. */
  counted(node) {
    if (inner(node)) return this.counted(node.expression);
    if (ts.isIdentifier(node)) {
      return this.#declared(node).some(
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
    return this.#declared(node).some((each) => {
      const made = ts.isVariableDeclaration(each) ? each.initializer : each;
      return made && isFunction(made) && this.#judgesData(made);
    });
  }

  #compares(node) {
    if (ts.isBinaryExpression(node) && comparisons.includes(node.operatorToken.kind)) {
      const data = [node.left, node.right].some((each) => this.isNumber(each) && this.isData(each));
      if (data) return true;
    }
    return ts.forEachChild(node, (child) => this.#compares(child) || undefined) ?? false;
  }

  /** Whether values of a type are numbers, lists of numbers, or functions that return such. */
  #holdsNumbers(type, depth = 0) {
    if (type.flags & ts.TypeFlags.NumberLike) return true;
    if (type.flags & ts.TypeFlags.TypeParameter) return true;
    if (type.isUnion()) return type.types.some((part) => this.#holdsNumbers(part, depth));
    if (!(type.flags & ts.TypeFlags.Object) || depth > 3) return false;
    const known = this.#numeric.get(type);
    if (known !== undefined) return known;
    const within = [
      type.getNumberIndexType(),
      ...(containers.test(type.symbol?.name) ? this.#checker.getTypeArguments(type) : []),
      ...type.getCallSignatures().map((signature) => signature.getReturnType()),
    ];
    const found = within.some((each) => each && this.#holdsNumbers(each, depth + 1));
    this.#numeric.set(type, found);
    return found;
  }

  /** Whether a name's declaration holds data, or says so. */
  #held(name) {
    return this.#declared(name).some((each) => this.#holds(each));
  }

  #holds(declaration) {
    return this.#data.has(declaration);
  }

  #isFloats(node) {
    const type = this.#checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((part) => part.symbol?.name === floats);
  }

  #isList(node) {
    return this.isData(node) || this.#isFloats(node);
  }

  /** Whether a field of an object, which one is not known here, holds data. */
  #hasDataField(node) {
    const type = this.#checker.getNonNullableType(this.#checker.getTypeAtLocation(node));
    if (!(type.flags & ts.TypeFlags.Object) || type.getNumberIndexType()) return false;
    return type
      .getProperties()
      .some((field) => this.#declarationsOf(field).some((each) => this.#data.has(each)));
  }

  /** A field of a mapped type, such as Record<Name, number>, is declared nowhere: its name stands for it. */
  #declarationsOf(symbol) {
    if (!symbol) return [];
    return symbol.declarations?.length ? symbol.declarations : [`field ${symbol.name}`];
  }

  /** Where what a name stands for is declared. */
  #declared(node) {
    const known = this.#declarations.get(node);
    if (known) return known;
    let symbol = this.#checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias)
      symbol = this.#checker.getAliasedSymbol(symbol);
    const found = this.#declarationsOf(symbol);
    this.#declarations.set(node, found);
    return found;
  }

  /** The declaration of the function that is called; undefined if it has none in these files. */
  #called(call) {
    if (!this.#signatures.has(call)) {
      // Without looking at the arguments, which would take most of the time: our functions have no overloads.
      const type = this.#checker.getTypeAtLocation(call.expression);
      const callable = this.#checker.getNonNullableType(type);
      const [signature] = ts.isNewExpression(call)
        ? callable.getConstructSignatures()
        : callable.getCallSignatures();
      this.#signatures.set(call, signature?.declaration);
    }
    return this.#signatures.get(call);
  }

  #isOurs(node) {
    return node !== undefined && this.#files.has(node.getSourceFile());
  }

  #inLibrary(call) {
    const source = this.#called(call)?.getSourceFile();
    return source === undefined || source.isDeclarationFile;
  }

  #returnsData(call) {
    const { expression: callee } = call;
    const called = this.#called(call);
    if (this.#isOurs(called)) {
      if (isGeneric(called)) return call.arguments.some((each) => this.isData(each));
      return this.#data.has(called) || this.isData(callee);
    }
    if (!this.#inLibrary(call)) return false;
    const given = () => call.arguments.some((each) => !isFunction(each) && this.#isList(each));
    if (!ts.isPropertyAccessExpression(callee)) return given();
    const method = callee.name.text;
    if (silent.test(method)) return false;
    const made = call.arguments.find((each) => isFunction(each));
    if (/^(map|flatMap|reduce|reduceRight)$/.test(method)) {
      return call.arguments.some((each) => this.isData(each)) || this.#isFloats(call);
    }
    if (method === 'from' && made) return this.isData(made);
    return this.#isList(callee.expression) || (method !== 'get' && given());
  }

  #findElements(node) {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'define'
    ) {
      const [tag, made] = node.arguments;
      if (tag && ts.isStringLiteral(tag) && made) {
        this.#elements.set(tag.text, this.#checker.getTypeAtLocation(made));
      }
    }
    ts.forEachChild(node, (child) => this.#findElements(child));
  }

  /** Data get from `node` to `target` if `holds()`. What is given to the kernels is theirs: it is not followed there. */
  #edge(target, holds, node) {
    const followed = typeof target === 'string' || this.#isOurs(target);
    if (followed && (!isKernels(target) || isKernels(node))) this.#edges.push([target, holds]);
  }

  #edgeFrom(target, node) {
    this.#edge(target, () => this.isData(node), node);
  }

  #collect(node) {
    this.#collectOne(node);
    ts.forEachChild(node, (child) => this.#collect(child));
  }

  #collectOne(node) {
    if (saysComputed(node)) this.#data.add(node);
    if (ts.isVariableDeclaration(node)) {
      const { initializer, name } = node;
      // What is taken from a list is taken from its elements.
      const holds = () => (isPattern(name) ? this.#isList(initializer) : this.isData(initializer));
      if (initializer) this.#bind(name, node, holds);
      else if (ts.isForOfStatement(node.parent.parent)) this.#bindEach(node);
    } else if (ts.isParameter(node) || ts.isPropertyDeclaration(node)) {
      if (node.initializer) this.#edgeFrom(node, node.initializer);
      if (isPattern(node.name)) {
        this.#bind(node.name, node, () => this.#data.has(node));
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
    const type = ts.isObjectBindingPattern(name)
      ? this.#checker.getTypeAtLocation(name)
      : undefined;
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      const field = (element.propertyName ?? element.name).getText();
      const sources = type ? this.#declarationsOf(this.#property(type, field)) : [];
      const reaches = type ? () => sources.some((each) => this.#holds(each)) : holds;
      this.#bind(element.name, element, reaches, from);
      if (element.initializer) this.#edgeFrom(element, element.initializer);
    }
  }

  /** for (const … of list): of `list.entries()` only the second is an element. */
  #bindEach(declaration) {
    const { expression } = declaration.parent.parent;
    const holds = () => this.#isList(expression);
    const pairs =
      ts.isArrayBindingPattern(declaration.name) &&
      ts.isCallExpression(expression) &&
      ts.isPropertyAccessExpression(expression.expression) &&
      expression.expression.name.text === 'entries';
    if (!pairs) return this.#bind(declaration.name, declaration, holds);
    const [, element] = declaration.name.elements;
    if (element && ts.isBindingElement(element)) this.#bind(element.name, element, holds);
  }

  #property(type, name) {
    return this.#checker.getPropertyOfType(this.#checker.getNonNullableType(type), name);
  }

  /** A field of an object, and the field of the type that is expected here. */
  #bindField(node) {
    const value = ts.isPropertyAssignment(node) ? node.initializer : node.name;
    const holds = ts.isPropertyAssignment(node)
      ? () => this.isData(value)
      : () => this.#shorthand(node).some((each) => this.#holds(each));
    this.#edge(node, holds, node);
    const expected = this.#checker.getContextualType(node.parent);
    const field = expected && this.#property(expected, node.name.getText());
    for (const each of this.#declarationsOf(field)) this.#edge(each, holds, node);
  }

  #shorthand(node) {
    return this.#checker.getShorthandAssignmentValueSymbol(node)?.declarations ?? [];
  }

  #assign(left, right) {
    if (ts.isParenthesizedExpression(left)) return this.#assign(left.expression, right);
    if (ts.isElementAccessExpression(left)) return this.#assign(left.expression, right);
    if (ts.isArrayLiteralExpression(left)) {
      for (const each of left.elements) this.#assign(each, right);
      return;
    }
    const name = ts.isPropertyAccessExpression(left) ? left.name : left;
    for (const each of this.#declared(name)) this.#edgeFrom(each, right);
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
    const expected = this.#checker.getContextualType(node);
    const signature = expected && this.#checker.getNonNullableType(expected).getCallSignatures()[0];
    if (!signature) return;
    node.parameters.forEach((parameter, i) => {
      const sources = signature.parameters[i]?.declarations ?? [];
      this.#bind(parameter.name, parameter, () => sources.some((each) => this.#holds(each)));
    });
    if (signature.declaration) {
      this.#edge(signature.declaration, () => this.#data.has(node), node);
    }
  }

  /** A method's result is also that of the interfaces that its class implements. */
  #implement(node) {
    if (!ts.isClassLike(node.parent)) return;
    for (const { types } of node.parent.heritageClauses ?? []) {
      for (const type of types) {
        const declared = this.#property(this.#checker.getTypeAtLocation(type), node.name.getText());
        for (const each of declared?.declarations ?? []) {
          this.#edge(each, () => this.#data.has(node), node);
        }
      }
    }
  }

  #collectCall(call) {
    const given = call.arguments ?? [];
    const called = this.#called(call);
    if (this.#isOurs(called)) {
      if (isGeneric(called)) return;
      const { parameters } = called;
      given.forEach((value, i) => {
        const parameter = parameters[Math.min(i, parameters.length - 1)];
        if (!parameter || (i >= parameters.length && !parameter.dotDotDotToken)) return;
        this.#bind(parameter.name, parameter, () => this.isData(value), call);
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
      : this.#declared(callback.name ?? callback).map((each) => each.initializer ?? each);
    for (const each of functions) {
      if (!isFunction(each)) continue;
      const [first, second] = each.parameters;
      const holds = () => this.#isList(list);
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
      const declared = built && this.#property(built.getReturnType(), field);
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

/** Whether a function's result is of a type that its caller gives: it is data if an argument is. */
function isGeneric({ type, typeParameters }) {
  if (!type || !typeParameters) return false;
  const names = typeParameters.map(({ name }) => name.text);
  const mentions = (node) =>
    (ts.isIdentifier(node) && names.includes(node.text)) ||
    (ts.forEachChild(node, (child) => mentions(child) || undefined) ?? false);
  return mentions(type);
}
