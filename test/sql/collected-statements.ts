import ts from 'typescript';
import { CompiledSources } from './compiled-sources.js';
import type { Samples, Sources } from './evaluation.js';
import { callsByName, Evaluation, SAMPLE_TEXT, Unknowable } from './evaluation.js';

/** Maximum number of combinations of alternatives per query. */
const MAX_ROUNDS = 60;
/**
 * Minimum number of rounds for a query with alternatives. The expression with the most alternatives determines the
 * number of additional rounds.
 */
const MIN_ROUNDS = 10;
const ROUNDS_PER_ALTERNATIVE = 6;
/**
 * Number of additional attempts to cover a branch. Combinations are drawn at random, so one attempt may not suffice.
 */
const MORE_TRIES = 5;

/** Query in the sources with all SQL texts that it can have. */
export interface CollectedStatement {
  readonly node: ts.Expression;
  readonly texts: readonly string[];
  readonly unknown?: string;
}

export interface CollectedStatements {
  readonly statements: readonly CollectedStatement[];
  /** Returns the branches that affect the SQL and were never taken. */
  readonly untaken: () => ts.Node[];
}

/**
 * Collects the queries in files. A query is an object with `text` and `values`, or SQL that is sent directly to the
 * driver.
 */
export function collectStatements(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  samples: Samples,
  rawTexts: readonly ts.Expression[],
): CollectedStatements {
  const checker = program.getTypeChecker();
  const compiled = new CompiledSources(checker);
  const sources: Sources = { checker, calls: callsByName(files), samples, compiled, constants: new Map() };
  const expressions: ts.Expression[] = [...rawTexts];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && isStatement(node, checker)) expressions.push(node);
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  const statements = expressions.map((node) => collected(node, sources));
  for (let tries = 1; tries <= MORE_TRIES && compiled.untaken().length > 0; tries += 1) {
    for (const { node, texts } of statements) collect(node, sources, texts, tries * MAX_ROUNDS);
  }
  return {
    statements: statements.map(({ node, texts, unknown }) => ({
      node,
      texts: [...texts],
      ...(texts.size === 0 && { unknown }),
    })),
    untaken: () => compiled.untaken(),
  };
}

/** True for an object with `text` and `values`, unless it copies the text of another query. */
function isStatement(node: ts.ObjectLiteralExpression, checker: ts.TypeChecker): boolean {
  const text = node.properties.find(({ name }) => name?.getText() === 'text');
  return (
    text !== undefined &&
    checker.getTypeAtLocation(node).getProperty('values') !== undefined &&
    !isCopied(text, checker)
  );
}

function isCopied(text: ts.ObjectLiteralElementLike, checker: ts.TypeChecker): boolean {
  if (!ts.isShorthandPropertyAssignment(text)) return false;
  const declaration = checker.getShorthandAssignmentValueSymbol(text)?.valueDeclaration;
  return (
    declaration !== undefined &&
    ts.isBindingElement(declaration) &&
    checker.getTypeAtLocation(declaration.parent).symbol?.name === 'Statement'
  );
}

function collected(node: ts.Expression, sources: Sources) {
  const texts = new Set<string>();
  const unknown = collect(node, sources, texts);
  return { node, texts, unknown };
}

function collect(node: ts.Expression, sources: Sources, texts: Set<string>, firstRound = 0): string {
  let unknown = 'it has no text';
  let rounds = 2;
  for (let count = 0; count < rounds; count += 1) {
    const round = firstRound + count;
    const evaluation = new Evaluation(sources, round);
    try {
      const text = String(textOf(node, evaluation, sources.checker));
      if (
        text.trim() === '' ||
        text.replaceAll(`'${SAMPLE_TEXT}'`, '').includes(SAMPLE_TEXT) ||
        /\bundefined\b/.test(text)
      ) {
        throw new Unknowable(`a part of it comes with a call: ${text}`);
      }
      texts.add(text);
    } catch (error) {
      // Another combination may include the optional values and be known.
      unknown = (error as Error).message;
    }
    if (evaluation.widest > 1) {
      rounds = Math.max(rounds, MIN_ROUNDS, Math.min(MAX_ROUNDS, evaluation.widest * ROUNDS_PER_ALTERNATIVE));
    }
  }
  return unknown;
}

/** Returns the SQL of a query. Calls the function that creates the query, or evaluates an inline query. */
function textOf(node: ts.Expression, evaluation: Evaluation, checker: ts.TypeChecker): unknown {
  if (!ts.isObjectLiteralExpression(node)) return evaluation.valueOf(node);
  const maker = ts.findAncestor(node, (above) => ts.isFunctionDeclaration(above) || ts.isMethodDeclaration(above));
  if (maker && ts.isFunctionDeclaration(maker)) {
    const answered = checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(maker)!);
    if (/^Statement\b/.test(checker.typeToString(answered))) {
      const make = evaluation.valueOf(maker) as (...args: unknown[]) => { text: string } | undefined;
      const query = make(...maker.parameters.map((parameter) => evaluation.valueOfParameter(parameter)));
      if (query === undefined) throw new Unknowable('no statement is made');
      return query.text;
    }
  }
  const text = node.properties.find(({ name }) => name?.getText() === 'text')!;
  return evaluation.valueOf(ts.isPropertyAssignment(text) ? text.initializer : text.name!);
}
