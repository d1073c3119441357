// A rule of ESLint: TypeScript computes no number that is shown. The kernels compute, the page prints and draws.
//
// What a kernel computed has a type that says so: `Computed`, and `Numbers` for lists of it (web/engine/types/computed.ts).
// Refused is what computes with such a number: every operator but comparisons, Math, Number, sorting, and counting what
// meets a condition. Refused is also what hides where it came from: giving it to a parameter, a field, a variable, a list,
// a function or a property in a template of Lit that is declared a plain number, and a Float32Array that is not `Numbers`.
//
// Free are places, sizes and pixels; comparing data, which chooses a mark, a colour or a word; writing it as text; and what
// functions of the language and the browser do with it. Not seen is what passes through `any`, `unknown`, text, a type
// parameter, or Object.assign, and a condition that is a function of its own: `list.filter(isLarge).length`.

import ts from 'typescript';

const { IndexKind, SymbolFlags, TypeFlags } = ts;
const comparison = /^([<>]=?|[!=]==?)$/;
/** Operators that compute no number. */
const harmless = /^([<>]=?|[!=]==?|in|instanceof|(\?\?|\|\||&&)?=|!|typeof|void|delete)$/;
/** Expressions whose parts are looked at instead. */
const composed =
  /^(Conditional|Logical|Sequence|Chain|TSNonNull|TSAs|TSSatisfies|Object|Array)Expression$/;
/** How deep types are compared: lists in fields of objects in lists. */
const DEPTH = 4;

function create(context) {
  const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
  const checker = program.getTypeChecker();
  const tsOf = (node) => esTreeNodeToTSNodeMap.get(node);
  const typeOf = (node) => checker.getTypeAtLocation(tsOf(node));
  const typesOf = (symbols) => symbols.map((symbol) => checker.getTypeOfSymbol(symbol));
  const partsOf = (type) => (type.isUnion() ? type.types : [type]);
  const elementOf = (type, kind = IndexKind.Number) =>
    checker.getIndexTypeOfType(checker.getNonNullableType(type), kind);
  const isPlain = (type) => partsOf(type).some(({ flags }) => flags & TypeFlags.Number);
  const isComputed = (type) =>
    type && partsOf(type).some((part) => part.isIntersection() && part.getProperty('computed'));
  const givenBy = (node) =>
    node.type === 'SpreadElement' ? elementOf(typeOf(node.argument)) : typeOf(node);
  const isData = (node) => isComputed(givenBy(node));

  /** Whether a number of one type is no longer known to be computed where another type is expected. */
  function hides(own, expected, depth = 0) {
    if (!own || !expected || own === expected || depth > DEPTH) return false;
    if (isComputed(own)) return isPlain(expected) && !isComputed(expected);
    const fitting = partsOf(expected).filter(({ flags }) => flags & TypeFlags.Object);
    // `this` stands for its class.
    return partsOf(checker.getBaseConstraintOfType(own) ?? own).some((from) => {
      if (!(from.flags & TypeFlags.Object) || fitting.includes(from)) return false;
      const keeping = fitting.filter((to) => !partHides(from, to, depth + 1));
      if (keeping.length === fitting.length) return false;
      return !keeping.some((to) => checker.isTypeAssignableTo(from, to));
    });
  }

  function partHides(from, to, depth) {
    if (from.target && from.target === to.target) {
      const held = checker.getTypeArguments(from);
      return checker.getTypeArguments(to).some((each, i) => hides(held[i], each, depth));
    }
    const [own, expected] = [from, to].map((type) => type.getCallSignatures()[0]);
    if (own && expected) {
      if (hides(own.getReturnType(), expected.getReturnType(), depth)) return true;
      const takes = typesOf(own.parameters);
      return typesOf(expected.parameters).some((each, i) => hides(each, takes[i], depth));
    }
    if (elementOf(to)) return hides(elementOf(from), elementOf(to), depth);
    const named = elementOf(to, IndexKind.String);
    if (named) return typesOf(from.getProperties()).some((each) => hides(each, named, depth));
    return to.getProperties().some((field) => {
      const held = from.getProperty(field.name);
      return held && hides(...typesOf([held, field]), depth);
    });
  }

  /** The type that is expected of an expression; undefined if anything is, as by what the language or the browser has. */
  function expectedOf(node) {
    let given = node;
    while (composed.test(given.parent.type)) given = given.parent;
    const place = given.parent.arguments?.indexOf(given) ?? -1;
    if (place >= 0) {
      const called = checker.getResolvedSignature(tsOf(given.parent))?.declaration;
      const taken = called?.parameters[Math.min(place, called.parameters.length - 1)]?.type;
      const isLibrary = called?.getSourceFile().isDeclarationFile;
      if (isLibrary && /^[^(]*\bnumber\b/.test(taken?.getText())) return undefined;
    }
    const expected = checker.getContextualType(tsOf(node));
    if (expected || node.parent.type !== 'ReturnStatement') return expected;
    const returning = ts.findAncestor(tsOf(node), ts.isFunctionLike);
    return checker.getSignatureFromDeclaration(returning)?.getReturnType();
  }

  const short = (node) => context.sourceCode.getText(node).replace(/\s+/g, ' ').slice(0, 60);
  const refuse = (node, what) =>
    context.report({ node, message: `${what} is left to the kernels: ${short(node)}` });
  const remind = (node, type) => {
    const message = `a computed number is declared Computed or Numbers, not ${type}: ${short(node)}`;
    context.report({ node, message });
  };
  const compare = (node, own, expected) => {
    if (hides(own, expected)) remind(node, checker.typeToString(expected));
  };

  /** A choice or a list of computed and other numbers, which the compiler takes for plain ones. */
  function mixed(node) {
    if (checker.getContextualType(tsOf(node))) return;
    const { elements, consequent, alternate, left, right } = node;
    const parts = (elements ?? [consequent, alternate, left, right]).filter(Boolean);
    const own = elements ? elementOf(typeOf(node)) : typeOf(node);
    if (own && isPlain(own) && !isComputed(own) && parts.some(isData)) remind(node, 'number');
  }

  /** A new list of floats is declared where it is made; `new Float32Array(n).fill(1)` is one, too. */
  function made(node) {
    const call = node.parent.type === 'MemberExpression' && node.parent.parent;
    if (call?.type === 'CallExpression') return made(call);
    const expected = checker.getContextualType(tsOf(node));
    const isDeclared = expected && partsOf(expected).some((part) => isComputed(elementOf(part)));
    if (!isDeclared) remind(node, 'Float32Array');
  }

  /** html`<ap-chart .values=${values}>`: what the element declares. */
  function template({ quasi: { quasis, expressions } }) {
    let text = '';
    expressions.forEach((given, i) => {
      text += quasis[i].value.raw;
      const [, tag, name] = /<([\w-]+)[^<]*\.(\w+)="?$/.exec(text) ?? [];
      if (!tag) return;
      const named = checker.getSymbolsInScope(tsOf(context.sourceCode.ast), SymbolFlags.Interface);
      const elements = named.find((each) => each.name === 'HTMLElementTagNameMap');
      const element = checker.getDeclaredTypeOfSymbol(elements).getProperty(tag);
      const field = element && checker.getTypeOfSymbol(element).getProperty(name);
      if (field) compare(given, typeOf(given), checker.getTypeOfSymbol(field));
    });
  }

  /** Conditions that compare data: what they decide is not counted. */
  const conditions = new Set();
  const isCounted = (node, { parent } = node) =>
    !/Program|Function/.test(parent.type) &&
    ((conditions.has(parent) && parent.test !== node) || isCounted(parent));
  const isLength = ({ parent }) => parent.property?.name === 'length';
  function judge(node) {
    const { parent } = node;
    if (parent?.type === 'IfStatement' && parent.test === node) conditions.add(parent);
    if (!parent?.arguments?.includes(node)) return parent && judge(parent);
    const name = parent.callee.property?.name;
    if (/^(sort|toSorted)$/.test(name)) refuse(parent, 'sorting data');
    if (name !== 'filter') return;
    const kept = context.sourceCode.getDeclaredVariables(parent.parent);
    const uses = kept.flatMap(({ references }) => references.map(({ identifier }) => identifier));
    if ([parent, ...uses].some(isLength)) refuse(parent, 'a count of data');
  }

  function operation(node) {
    const operands = node.argument ? [node.argument] : [node.left, node.right];
    if (comparison.test(node.operator) && operands.some(isData)) judge(node);
    // Text and a number make text.
    if (harmless.test(node.operator) || !isPlain(typeOf(node))) return;
    const isLimit = operands.every(({ type }) => type === 'Literal');
    if (node.operator.startsWith('**') && !isLimit) refuse(node, node.operator);
    else if (operands.some(isData)) refuse(node, `${node.operator} on data`);
    else if (node.type !== 'UnaryExpression' && isCounted(node)) refuse(node, 'a count of data');
  }

  const inEngine = context.filename.includes('/web/engine/');
  return {
    'BinaryExpression, AssignmentExpression, UpdateExpression, UnaryExpression': operation,
    'CallExpression:matches([callee.object.name="Math"], [callee.name="Number"])'(node) {
      if (node.arguments.some(isData)) refuse(node, `${short(node.callee)} on data`);
    },
    'CallExpression[callee.property.name=/^(sort|toSorted)$/][arguments.length=0]'(node) {
      if (isComputed(elementOf(typeOf(node.callee.object)))) refuse(node, 'sorting data');
    },
    ':expression'(node) {
      if (composed.test(node.type)) mixed(node);
      else if (node !== node.parent?.key) compare(node, givenBy(node), expectedOf(node));
    },
    SpreadElement: (node) => compare(node, givenBy(node), expectedOf(node)),
    TaggedTemplateExpression: template,
    // The engine alone sees memory that nothing has been computed in yet.
    ...(!inEngine && {
      'TSTypeReference[typeName.name="Float32Array"]': (node) => remind(node, 'Float32Array'),
      'NewExpression[callee.name="Float32Array"]': made,
      'CallExpression[callee.object.name="Float32Array"]': made,
    }),
  };
}

export const noArithmeticOnData = { meta: { type: 'problem', schema: [] }, create };
