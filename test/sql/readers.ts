import ts from 'typescript';
import { calledBy, callsByName } from './evaluation.js';

export interface DeclaredKey {
  readonly name: string;
  readonly isOptional: boolean;
  readonly admitsNull: boolean;
  /** JavaScript types, such as `string`, `number`, `boolean`, `array` or `object`. Empty if any type is allowed. */
  readonly kinds: readonly string[];
}

export interface Reader {
  readonly keys: readonly DeclaredKey[];
  readonly statements: readonly ts.Expression[];
}

const READING = new Set(['query', 'read', 'single']);

/** Returns every call with a declared row type, and the queries that the call may send. */
export function readersOf(program: ts.Program, files: readonly ts.SourceFile[]): Map<ts.CallExpression, Reader> {
  const checker = program.getTypeChecker();
  const readers = new Map<ts.CallExpression, Reader>();
  const origins = new StatementOrigins(checker, callsByName(files));
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      node.typeArguments?.length === 1 &&
      ts.isPropertyAccessExpression(node.expression)
    ) {
      if (READING.has(node.expression.name.text)) {
        const row = checker.getTypeFromTypeNode(node.typeArguments[0]!);
        const statement = node.arguments[node.expression.name.text === 'query' ? 0 : 1];
        if (statement) readers.set(node, { keys: keysOf(checker, row, node), statements: origins.of(statement) });
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return readers;
}

function keysOf(checker: ts.TypeChecker, row: ts.Type, at: ts.Node): DeclaredKey[] {
  if (row.flags & ts.TypeFlags.TypeParameter) return [];
  return row.getProperties().map((property) => {
    const type = checker.getTypeOfSymbolAtLocation(property, at);
    const parts = type.isUnion() ? type.types : [type];
    return {
      name: property.name,
      isOptional: Boolean(property.flags & ts.SymbolFlags.Optional),
      admitsNull: parts.some(({ flags }) => flags & (ts.TypeFlags.Null | ts.TypeFlags.Any | ts.TypeFlags.Unknown)),
      kinds: [...new Set(parts.flatMap((part) => kindOf(checker, part)))],
    };
  });
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): string[] {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ['anything'];
  if (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return [];
  const simple = [
    ['string', checker.getStringType()],
    ['number', checker.getNumberType()],
    ['boolean', checker.getBooleanType()],
    ['bigint', checker.getBigIntType()],
  ] as const;
  for (const [kind, known] of simple) if (checker.isTypeAssignableTo(type, known)) return [kind];
  return [checker.isArrayType(type) || checker.isTupleType(type) ? 'array' : 'object'];
}

class StatementOrigins {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly calls: ReadonlyMap<string, readonly ts.CallExpression[]>,
  ) {}

  /**
   * Returns the expressions that may provide the value of an expression: objects, SQL texts, variable initializers,
   * results of functions and arguments of callers.
   */
  of(expression: ts.Node, depth = 0): ts.Expression[] {
    const inner =
      ts.isParenthesizedExpression(expression) || ts.isAwaitExpression(expression) ? expression.expression : expression;
    if (depth > 5) return [];
    const every = (all: readonly ts.Expression[]) => all.flatMap((expression) => this.of(expression, depth + 1));
    if (ts.isObjectLiteralExpression(inner)) return [inner];
    if (this.checker.getTypeAtLocation(inner).flags & ts.TypeFlags.StringLike) return [inner as ts.Expression];
    if (ts.isConditionalExpression(inner)) return every([inner.whenTrue, inner.whenFalse]);
    if (ts.isIdentifier(inner)) {
      const declaration = declarationOf(this.checker, inner);
      if (declaration && ts.isParameter(declaration)) return every(this.givenFor(declaration));
      const initializer = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
      return initializer ? every([initializer]) : [];
    }
    if (!ts.isCallExpression(inner)) return [];
    const called = calledBy(this.checker, inner);
    return called && ts.isFunctionLike(called) && 'body' in called && called.body ? every(returnedBy(called.body)) : [];
  }

  private givenFor(parameter: ts.ParameterDeclaration): ts.Expression[] {
    const { parent } = parameter;
    return (this.calls.get(parent.name?.getText() ?? '') ?? [])
      .filter((call) => calledBy(this.checker, call) === parent)
      .flatMap((call) => call.arguments[parent.parameters.indexOf(parameter)] ?? []);
  }
}

function declarationOf(checker: ts.TypeChecker, name: ts.Identifier): ts.Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.valueDeclaration;
}

function returnedBy(body: ts.Node): ts.Expression[] {
  if (!ts.isBlock(body)) return [body as ts.Expression];
  const expressions: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) expressions.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return expressions;
}
