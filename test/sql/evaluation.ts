import { createRequire } from 'node:module';
import ts from 'typescript';

const require = createRequire(import.meta.url);

/** A text that is an id, because most are. */
export const SAMPLE_TEXT = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';

/** A part of the sources that cannot be known without running the service. */
export class Unknowable extends Error {}

/**
 * Works out what an expression of the sources is, by running it: names of constants and functions stand for what they are
 * declared as, in whatever file, and parameters for a sample of their type. So the text of a statement is known without a
 * service, a database or a request.
 */
export class Evaluation {
  private readonly known = new Map<ts.Symbol, unknown>();
  /** The parameters whose callers have been asked: a function that calls itself gives no answer. */
  private readonly asked = new Set<ts.ParameterDeclaration>();

  /** @param way which of two alternatives is taken: conditions hold and what may be missing is there, or neither */
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly callsByName: ReadonlyMap<string, readonly ts.CallExpression[]>,
    private readonly way: boolean,
  ) {}

  /** @throws Unknowable for what depends on the answer of a database, or on the service's own objects */
  valueOf(expression: ts.Node): unknown {
    const names = this.freeNames(expression);
    const values = [...names.values()].map((symbol) => this.valueOfSymbol(symbol));
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the project's own sources
    const run = new Function(...names.keys(), `return ${javascript(expression)};`);
    return run.apply(this.objectAround(expression), values) as unknown;
  }

  /** What `this` is within a method: the other methods of its class, and a sample of each of its fields. */
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
          return property && sampleOf(this.checker, this.checker.getTypeOfSymbol(property), this.way);
        },
      },
    );
  }

  /** The names that an expression takes from around it. */
  private freeNames(expression: ts.Node): Map<string, ts.Symbol> {
    const found = new Map<string, ts.Symbol>();
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
        if (symbol && declaration && !within && !isGlobal) found.set(node.text, symbol);
      }
      ts.forEachChild(node, visit);
    };
    visit(expression);
    return found;
  }

  private valueOfSymbol(given: ts.Symbol): unknown {
    const symbol = given.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(given) : given;
    if (!this.known.has(symbol)) this.known.set(symbol, ofPackage(given, symbol) ?? this.valueOfDeclaration(symbol));
    return this.known.get(symbol);
  }

  private valueOfDeclaration(symbol: ts.Symbol): unknown {
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
    if (!declaration) throw new Unknowable(symbol.name);
    if (ts.isFunctionDeclaration(declaration) || ts.isClassDeclaration(declaration)) return this.valueOf(declaration);
    if (ts.isVariableDeclaration(declaration) && ts.isForOfStatement(declaration.parent.parent)) {
      const every = [...(this.valueOf(declaration.parent.parent.expression) as Iterable<unknown>)];
      if (ts.isIdentifier(declaration.name) && every.length > 0) return every.at(this.way ? 0 : -1);
    }
    if (ts.isVariableDeclaration(declaration) && declaration.initializer && ts.isIdentifier(declaration.name)) {
      if (!containsAwait(declaration.initializer)) return this.valueOf(declaration.initializer);
    }
    if (ts.isParameter(declaration)) return this.valueOfParameter(declaration);
    return sampleOf(this.checker, this.checker.getTypeOfSymbolAtLocation(symbol, declaration), this.way);
  }

  /** What a parameter may be: a text or an object may be a part of the SQL, so it is what a caller gives; else a sample. */
  valueOfParameter(parameter: ts.ParameterDeclaration): unknown {
    const type = this.checker.getTypeAtLocation(parameter);
    const isPlain = type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.EnumLike);
    if (!isPlain && !this.asked.has(parameter)) {
      this.asked.add(parameter);
      const given = this.calls(parameter.parent).map(
        (call) => call.arguments[parameter.parent.parameters.indexOf(parameter)],
      );
      for (const argument of this.way ? given : given.reverse()) {
        try {
          const value = argument && this.valueOf(argument);
          if (value !== undefined) return value;
        } catch {
          // Another caller may give something that is known.
        }
      }
    }
    return sampleOf(this.checker, type, this.way);
  }

  private calls(called: ts.SignatureDeclaration): ts.CallExpression[] {
    const name = called.name ?? (ts.isVariableDeclaration(called.parent) ? called.parent.name : undefined);
    const candidates = (name && this.callsByName.get(name.getText())) ?? [];
    return candidates.filter((call) => this.checker.getResolvedSignature(call)?.declaration === called);
  }
}

/** The calls in files, by the name of what they call. */
export function callsByName(files: readonly ts.SourceFile[]): Map<string, ts.CallExpression[]> {
  const found = new Map<string, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (ts.isIdentifier(called)) found.set(called.text, [...(found.get(called.text) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return found;
}

/** What a package or Node.js itself offers under an imported name; undefined for a name of the sources. */
function ofPackage(imported: ts.Symbol, symbol: ts.Symbol): unknown {
  if (!symbol.declarations?.[0]?.getSourceFile().isDeclarationFile) return undefined;
  const specifier = imported.declarations?.[0];
  const from = specifier && ts.findAncestor(specifier, ts.isImportDeclaration);
  if (!from || !ts.isImportSpecifier(specifier)) throw new Unknowable(`${imported.name} of a package`);
  const offered = require((from.moduleSpecifier as ts.StringLiteral).text) as Record<string, unknown>;
  return offered[(specifier.propertyName ?? specifier.name).text];
}

/** A value of a type: the first of several it may be. What may be missing is there, or is not. */
export function sampleOf(checker: ts.TypeChecker, type: ts.Type, way: boolean, depth = 0): unknown {
  const flags = type.flags;
  if (depth > 6) return undefined;
  if (type.isUnion()) {
    const parts = type.types;
    const missing = parts.find(({ flags: f }) => f & (ts.TypeFlags.Undefined | ts.TypeFlags.Null));
    if (missing && !way) return missing.flags & ts.TypeFlags.Null ? null : undefined;
    if (flags & ts.TypeFlags.Boolean || parts.every(({ flags: f }) => f & ts.TypeFlags.BooleanLike)) return way;
    const present = parts.filter((part) => !(part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
    return sampleOf(checker, (way ? present[0] : present.at(-1))!, way, depth);
  }
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === 'true';
  if (flags & ts.TypeFlags.StringLike) return SAMPLE_TEXT;
  if (flags & ts.TypeFlags.NumberLike) return 1;
  if (flags & ts.TypeFlags.BigIntLike) return 1n;
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    return checker.getTypeArguments(type as ts.TypeReference).map((part) => sampleOf(checker, part, way, depth + 1));
  }
  const [call] = type.getCallSignatures();
  if (call) return () => sampleOf(checker, checker.getReturnTypeOfSignature(call), way, depth + 1);
  if (type.symbol?.name === 'Date') return new Date(0);
  if (type.symbol?.name === 'Map') return new Map();
  if (type.symbol?.name === 'Set') return new Set();
  return new Proxy({} as Record<string | symbol, unknown>, {
    get: (held, name) => {
      if (!(name in held)) {
        const property = typeof name === 'string' ? type.getProperty(name) : undefined;
        if (!property) return undefined;
        held[name] = sampleOf(checker, checker.getTypeOfSymbol(property), way, depth + 1);
      }
      return held[name];
    },
  });
}

/** A node of the sources as JavaScript, without its types. */
function javascript(node: ts.Node): string {
  const text = node.getText().replace(/^export (default )?/, '');
  const name = ts.isMethodDeclaration(node) ? node.name.getText() : '';
  const source = name ? `({ ${text.slice(text.search(new RegExp(`(async |\\*)?${name}\\b`)))} }).${name}` : `(${text})`;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  return outputText
    .replace(/^"use strict";/, '')
    .trim()
    .replace(/;$/, '');
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
