import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import ts from 'typescript';
import type { CompiledSources } from './compiled-sources.js';

const require = createRequire(import.meta.url);

/** Sample of a string. It is an ID, because most strings are IDs. */
export const SAMPLE_TEXT = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';

/** Thrown if the value of an expression depends on a running service. */
export class Unknowable extends Error {}

/**
 * Values of objects, callbacks and requests in queries. The key is the type (`Rows`), the parameter (`enterRows.table`)
 * or the function that returns the value (`readPosition()`).
 */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

export interface Sources {
  readonly checker: ts.TypeChecker;
  readonly calls: ReadonlyMap<string, readonly ts.CallExpression[]>;
  readonly samples: Samples;
  readonly compiled: CompiledSources;
  readonly constants: Map<ts.Symbol, unknown>;
}

/**
 * Evaluates an expression of the sources, so that the SQL of a query is known without a service, a database or a
 * request. Names resolve to their declarations in any file. Parameters resolve to the arguments of callers or to a
 * sample of their type. Each evaluation picks one of several alternatives. The first round uses the first alternatives
 * and includes optional values. The second round uses the last alternatives and omits optional values. Later rounds mix
 * both.
 */
export class Evaluation {
  widest = 1;
  private readonly known = new Map<ts.Symbol, unknown>();
  private readonly taken = new Map<ts.VariableDeclaration, unknown>();
  /** Parameters whose callers are being evaluated. Prevents endless recursion. */
  private readonly asked = new Set<ts.ParameterDeclaration>();

  constructor(
    private readonly sources: Sources,
    private readonly round: number,
  ) {}

  private get checker(): ts.TypeChecker {
    return this.sources.checker;
  }

  /** @throws Unknowable if the value depends on a database or on objects of the running service */
  valueOf(expression: ts.Node): unknown {
    const names = this.freeNames(expression);
    const values = [...names.values()].map((symbol) => this.valueOfSymbol(symbol));
    const { compiled } = this.sources;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the project's own sources
    const run = new Function('takeBranch', ...names.keys(), `return ${compiled.javascript(expression)};`);
    return run.call(this.objectAround(expression), compiled.takeBranch, ...values) as unknown;
  }

  /** Returns `this` for a method, with the other methods of the class and a sample of each field. */
  private objectAround(node: ts.Node): object | undefined {
    const owner = ts.findAncestor(node.parent, ts.isClassDeclaration);
    if (!owner || ts.isClassDeclaration(node)) return undefined;
    const type = this.checker.getTypeAtLocation(owner);
    return new Proxy(
      {},
      {
        get: (_, name) => {
          const property = typeof name === 'string' ? type.getProperty(name) : undefined;
          const declaration = property?.valueDeclaration;
          if (declaration && ts.isMethodDeclaration(declaration) && !containsAwait(declaration))
            return this.valueOf(declaration);
          return property && this.sampleOf(this.checker.getTypeOfSymbol(property), property.name);
        },
      },
    );
  }

  private choose<T>(alternatives: readonly T[], key: string): T {
    this.widest = Math.max(this.widest, alternatives.length);
    if (this.round < 2) return alternatives.at(-this.round)!;
    if (this.round < alternatives.length) return alternatives[this.round - 1]!;
    const digest = createHash('md5').update(`${this.round} ${key}`).digest();
    return alternatives[digest.readUInt32BE() % alternatives.length]!;
  }

  private freeNames(expression: ts.Node): Map<string, ts.Symbol> {
    const symbols = new Map<string, ts.Symbol>();
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node) && !isMemberName(node)) {
        const symbol = ts.isShorthandPropertyAssignment(node.parent)
          ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
          : this.checker.getSymbolAtLocation(node);
        const declaration = symbol?.declarations?.[0];
        const within =
          declaration &&
          declaration.getSourceFile() === expression.getSourceFile() &&
          declaration.pos >= expression.pos &&
          declaration.end <= expression.end;
        const isGlobal = declaration?.getSourceFile().isDeclarationFile && !(symbol!.flags & ts.SymbolFlags.Alias);
        if (symbol && declaration && !within && !isGlobal) symbols.set(node.text, symbol);
      }
      ts.forEachChild(node, visit);
    };
    visit(expression);
    return symbols;
  }

  private valueOfSymbol(value: ts.Symbol): unknown {
    const symbol = value.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(value) : value;
    const known = isAtTop(symbol) ? this.sources.constants : this.known;
    if (!known.has(symbol)) known.set(symbol, ofPackage(value, symbol) ?? this.valueOfDeclaration(symbol));
    return known.get(symbol);
  }

  private valueOfDeclaration(symbol: ts.Symbol): unknown {
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
    if (!declaration) throw new Unknowable(symbol.name);
    const real = this.sources.samples[`${symbol.name}()`];
    if (real && ts.isFunctionDeclaration(declaration)) return this.choose(real, symbol.name);
    if (ts.isFunctionDeclaration(declaration) || ts.isClassDeclaration(declaration)) return this.valueOf(declaration);
    if (ts.isVariableDeclaration(declaration) && ts.isForOfStatement(declaration.parent.parent)) {
      const every = [...(this.valueOf(declaration.parent.parent.expression) as Iterable<unknown>)];
      if (ts.isIdentifier(declaration.name) && every.length > 0) return this.choose(every, symbol.name);
    }
    if (ts.isBindingElement(declaration)) {
      const whole = declaration.parent.parent;
      if (ts.isVariableDeclaration(whole) && whole.initializer && !containsAwait(whole.initializer)) {
        if (!this.taken.has(whole)) this.taken.set(whole, this.valueOf(whole.initializer));
        const value = this.taken.get(whole) as Record<string, unknown> & unknown[];
        return ts.isArrayBindingPattern(declaration.parent)
          ? value[declaration.parent.elements.indexOf(declaration)]
          : value[(declaration.propertyName ?? declaration.name).getText()];
      }
    }
    if (ts.isVariableDeclaration(declaration) && declaration.initializer && ts.isIdentifier(declaration.name)) {
      const isFixed = declaration.parent.flags & ts.NodeFlags.Const || this.choose([false, true], symbol.name);
      if (isFixed && !containsAwait(declaration.initializer)) return this.valueOf(declaration.initializer);
    }
    if (ts.isParameter(declaration)) return this.valueOfParameter(declaration);
    return this.sampleOf(this.checker.getTypeOfSymbolAtLocation(symbol, declaration), symbol.name);
  }

  /**
   * Returns the value of a parameter. Strings and objects may be part of the SQL, so they come from a caller. Other
   * types get a sample.
   */
  valueOfParameter(parameter: ts.ParameterDeclaration): unknown {
    const { parent: called } = parameter;
    const name = parameter.name.getText();
    const real = this.sources.samples[`${called.name?.getText()}.${name}`];
    if (real) return this.choose(real, name);
    const type = this.checker.getTypeAtLocation(parameter);
    const isOptional = type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
    const plain = ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.EnumLike;
    const isPlain = type.flags & plain || (type.isUnion() && type.types.every((part) => part.isStringLiteral()));
    // IDs are bound values, so their source does not matter.
    const calls = isPlain || /Ids?$/.test(name) || this.asked.has(parameter) ? [] : this.calls(called);
    this.asked.add(parameter);
    // All parameters of a call come from the same caller.
    const chosen = calls.length > 0 ? [this.choose(calls, called.name?.getText() ?? name)] : [];
    for (const call of new Set([...chosen, ...calls])) {
      const argument = call.arguments[called.parameters.indexOf(parameter)] ?? parameter.initializer;
      try {
        const value = argument && this.valueOf(argument);
        if (value !== undefined || isOptional) return value;
      } catch {
        // Another caller may pass a value that is known.
      }
    }
    return this.sampleOf(type, name);
  }

  private calls(called: ts.SignatureDeclaration): ts.CallExpression[] {
    const name = called.name ?? (ts.isVariableDeclaration(called.parent) ? called.parent.name : undefined);
    const candidates = (name && this.sources.calls.get(name.getText())) ?? [];
    return candidates.filter((call) => calledBy(this.checker, call) === called);
  }

  /** Returns a sample of one alternative of a type, with or without optional values. */
  private sampleOf(type: ts.Type, key: string, depth = 0): unknown {
    const { checker } = this;
    const flags = type.flags;
    if (depth > 6) return undefined;
    const real = this.sources.samples[(type.aliasSymbol ?? type.symbol)?.name ?? ''];
    if (real) return this.choose(real, key);
    if (type.isUnion()) {
      const missing = type.types.filter(({ flags: f }) => f & (ts.TypeFlags.Undefined | ts.TypeFlags.Null));
      const present = type.types.filter((part) => !missing.includes(part));
      if (missing[0] && this.choose([true, false], `${key}?`) === false)
        return missing[0].flags & ts.TypeFlags.Null ? null : undefined;
      if (present.every(({ flags: f }) => f & ts.TypeFlags.BooleanLike)) return this.choose([true, false], key);
      return this.sampleOf(this.choose(present, key), key, depth);
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    if (flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === 'true';
    if (flags & ts.TypeFlags.StringLike) return SAMPLE_TEXT;
    if (flags & ts.TypeFlags.NumberLike) return 1;
    if (flags & ts.TypeFlags.BigIntLike) return 1n;
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      const parts = checker.getTypeArguments(type as ts.TypeReference);
      return parts.map((part) => this.sampleOf(part, key, depth + 1));
    }
    const [call] = type.getCallSignatures();
    if (call) return () => this.sampleOf(checker.getReturnTypeOfSignature(call), key, depth + 1);
    if (type.symbol?.name === 'Date') return new Date(0);
    if (type.symbol?.name === 'Map') return new Map();
    if (type.symbol?.name === 'Set') return new Set();
    return new Proxy({} as Record<string | symbol, unknown>, {
      get: (target, name) => {
        if (!(name in target)) {
          const property = typeof name === 'string' ? type.getProperty(name) : undefined;
          if (!property) return undefined;
          target[name] = this.sampleOf(checker.getTypeOfSymbol(property), `${key}.${property.name}`, depth + 1);
        }
        return target[name];
      },
    });
  }
}

/**
 * Returns the function to which a call refers. Does not resolve overloads, which would take most of the time of the
 * check.
 */
export function calledBy(checker: ts.TypeChecker, { expression }: ts.CallExpression): ts.Node | undefined {
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(expression) ? expression.name : expression);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.valueDeclaration;
  const isValue = declaration && (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration));
  return isValue ? declaration.initializer : declaration;
}

export function callsByName(files: readonly ts.SourceFile[]): Map<string, ts.CallExpression[]> {
  const calls = new Map<string, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (ts.isIdentifier(called)) calls.set(called.text, [...(calls.get(called.text) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return calls;
}

/**
 * Returns the value that a package or Node.js exports under an imported name, or undefined if the sources declare the
 * name.
 */
function ofPackage(imported: ts.Symbol, symbol: ts.Symbol): unknown {
  if (!symbol.declarations?.[0]?.getSourceFile().isDeclarationFile) return undefined;
  const specifier = imported.declarations?.[0];
  const from = specifier && ts.findAncestor(specifier, ts.isImportDeclaration);
  if (!from || !ts.isImportSpecifier(specifier)) throw new Unknowable(`${imported.name} of a package`);
  const offered = require((from.moduleSpecifier as ts.StringLiteral).text) as Record<string, unknown>;
  return offered[(specifier.propertyName ?? specifier.name).text];
}

function isAtTop({ valueDeclaration: declaration }: ts.Symbol): boolean {
  // Values that contain samples differ in each round.
  if (declaration && ts.isFunctionDeclaration(declaration)) return false;
  const within =
    declaration && ts.findAncestor(declaration.parent, (above) => ts.isFunctionLike(above) || ts.isBlock(above));
  return declaration !== undefined && within === undefined;
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node) ||
    (ts.isMethodDeclaration(parent) && parent.name === node) ||
    (ts.isPropertyDeclaration(parent) && parent.name === node)
  );
}

function containsAwait(node: ts.Node): boolean {
  return ts.isAwaitExpression(node) || Boolean(ts.forEachChild(node, (child) => containsAwait(child) || undefined));
}
