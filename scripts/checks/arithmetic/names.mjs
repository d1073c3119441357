// What the compiler knows of names, calls and types, asked once each.

import ts from 'typescript';

const floats = 'Float32Array';
/** Types other than lists whose type arguments are what they hold. */
const containers = /^(Readonly)?(Map|Set|Promise|WeakMap|Iterable|Iterator|Generator)$|Iterator$/;

export const isFunction = (node) => ts.isFunctionLike(node);
export const isPattern = (name) =>
  ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name);

export class Names {
  #files;
  #declarations = new Map();
  #signatures = new Map();
  #numeric = new Map();

  /** `files`: ours; everything else is a library. */
  constructor(checker, files) {
    this.checker = checker;
    this.#files = files;
  }

  typeOf(node) {
    return this.checker.getTypeAtLocation(node);
  }

  isNumber(node) {
    const type = this.typeOf(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((part) => (part.flags & ts.TypeFlags.NumberLike) !== 0);
  }

  /** Whether values of a type are numbers, lists of numbers, or functions that return such. */
  holdsNumbers(type, depth = 0) {
    if (type.flags & ts.TypeFlags.NumberLike) return true;
    if (type.flags & ts.TypeFlags.TypeParameter) return true;
    if (type.isUnion()) return type.types.some((part) => this.holdsNumbers(part, depth));
    if (!(type.flags & ts.TypeFlags.Object) || depth > 3) return false;
    const known = this.#numeric.get(type);
    if (known !== undefined) return known;
    const within = [
      type.getNumberIndexType(),
      ...(containers.test(type.symbol?.name) ? this.checker.getTypeArguments(type) : []),
      ...type.getCallSignatures().map((signature) => signature.getReturnType()),
    ];
    const found = within.some((each) => each && this.holdsNumbers(each, depth + 1));
    this.#numeric.set(type, found);
    return found;
  }

  isFloats(node) {
    const type = this.typeOf(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((part) => part.symbol?.name === floats);
  }

  /** A field of a mapped type, such as Record<Name, number>, is declared nowhere: its name stands for it. */
  declarationsOf(symbol) {
    if (!symbol) return [];
    return symbol.declarations?.length ? symbol.declarations : [`field ${symbol.name}`];
  }

  /** Where what a name stands for is declared. */
  declared(node) {
    const known = this.#declarations.get(node);
    if (known) return known;
    let symbol = this.checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias)
      symbol = this.checker.getAliasedSymbol(symbol);
    const found = this.declarationsOf(symbol);
    this.#declarations.set(node, found);
    return found;
  }

  /** The declaration of the function that is called; undefined if it has none in these files. */
  called(call) {
    if (!this.#signatures.has(call)) {
      // Without looking at the arguments, which would take most of the time: our functions have no overloads.
      const type = this.typeOf(call.expression);
      const callable = this.checker.getNonNullableType(type);
      const [signature] = ts.isNewExpression(call)
        ? callable.getConstructSignatures()
        : callable.getCallSignatures();
      this.#signatures.set(call, signature?.declaration);
    }
    return this.#signatures.get(call);
  }

  isOurs(node) {
    return node !== undefined && this.#files.has(node.getSourceFile());
  }

  inLibrary(call) {
    const source = this.called(call)?.getSourceFile();
    return source === undefined || source.isDeclarationFile;
  }

  property(type, name) {
    return this.checker.getPropertyOfType(this.checker.getNonNullableType(type), name);
  }

  shorthand(node) {
    return this.checker.getShorthandAssignmentValueSymbol(node)?.declarations ?? [];
  }
}

/** Whether a function's result is of a type that its caller gives: it is data if an argument is. */
export function isGeneric({ type, typeParameters }) {
  if (!type || !typeParameters) return false;
  const names = typeParameters.map(({ name }) => name.text);
  const mentions = (node) =>
    (ts.isIdentifier(node) && names.includes(node.text)) ||
    (ts.forEachChild(node, (child) => mentions(child) || undefined) ?? false);
  return mentions(type);
}
