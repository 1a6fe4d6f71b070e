import ts from 'typescript';

/** Matches files of the driver, the entity manager and their libraries, which have functions that accept SQL. */
const PACKAGE = /\/node_modules\/(@types\/pg|pg|@mikro-orm\/[\w-]+|kysely)\//;
const SENDERS = /^(query|execute|executeQuery|raw|sql|createQueryBuilder|qb|getKysely)$/;

export interface Sends {
  readonly texts: readonly ts.Expression[];
  /** Calls of other package functions with SQL that the check cannot determine. */
  readonly opaque: readonly ts.Node[];
}

/** Finds SQL that files send without a `Statement` object, because the check of queries finds only such objects. */
export function sendsOf(program: ts.Program, files: readonly ts.SourceFile[]): Sends {
  const checker = program.getTypeChecker();
  const texts: ts.Expression[] = [];
  const opaque: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && SENDERS.test(node.text) && isOfPackage(checker, node)) {
      const sender = ts.isPropertyAccessExpression(node.parent) ? node.parent : node;
      const call = sender.parent;
      const [sent] = ts.isCallExpression(call) && call.expression === sender ? call.arguments : [];
      if (node.text !== 'query' || !sent) opaque.push(node);
      else if (checker.getTypeAtLocation(sent).flags & ts.TypeFlags.StringLike) texts.push(sent);
      else if (!isCopy(checker, sent)) opaque.push(node);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return { texts, opaque };
}

function isOfPackage(checker: ts.TypeChecker, name: ts.Identifier): boolean {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return PACKAGE.test(target?.declarations?.[0]?.getSourceFile().fileName ?? '');
}

/** True for `{ ...statement, values }`, which is a copy with the same SQL. */
function isCopy(checker: ts.TypeChecker, sent: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(sent)) return false;
  const [first, ...others] = sent.properties;
  return (
    first !== undefined &&
    ts.isSpreadAssignment(first) &&
    checker.getTypeAtLocation(first.expression).symbol?.name === 'Statement' &&
    others.every(({ name }) => name?.getText() !== 'text')
  );
}
