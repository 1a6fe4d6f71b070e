import ts from 'typescript';
import { CompiledSources } from './compiled-sources.js';
import type { Samples, Sources } from './evaluation.js';
import { callsByName, Evaluation, SAMPLE_TEXT, Unknowable } from './evaluation.js';

/** How many mixtures of alternatives a text is made of at most. */
const MAX_ROUNDS = 60;
/** How many there are at least where there are alternatives, and for each of those at the place that has the most. */
const MIN_ROUNDS = 10;
const ROUNDS_PER_ALTERNATIVE = 6;
/** How often as many more are tried while a branch is left that no text took: which mixtures come first is chance. */
const MORE_TRIES = 5;

/** A statement in the sources, with each text that it may have. */
export interface CollectedStatement {
  /** The object with a text and values, or the text itself where it is sent as it is. */
  readonly node: ts.Expression;
  readonly texts: readonly string[];
  /** Why no text of it is known. */
  readonly unknown?: string;
}

export interface CollectedStatements {
  readonly statements: readonly CollectedStatement[];
  /** The branches that decide about a text and that no text took. */
  readonly untaken: () => ts.Node[];
}

/** Every statement in files: objects with a text and its values, and texts that go to the driver by themselves. */
export function collectStatements(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  samples: Samples,
  rawTexts: readonly ts.Expression[],
): CollectedStatements {
  const checker = program.getTypeChecker();
  const compiled = new CompiledSources(checker);
  const sources: Sources = { checker, calls: callsByName(files), samples, compiled, constants: new Map() };
  const found: ts.Expression[] = [...rawTexts];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && isStatement(node, checker)) found.push(node);
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  const statements = found.map((node) => collected(node, sources));
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

/** An object with a text of its own and values. One with the text of another statement is a copy. */
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

/** Adds the texts of some rounds; says why one of them gave none. */
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
      // In another way it may be known: where what may be missing is there.
      unknown = (error as Error).message;
    }
    if (evaluation.widest > 1) {
      rounds = Math.max(rounds, MIN_ROUNDS, Math.min(MAX_ROUNDS, evaluation.widest * ROUNDS_PER_ALTERNATIVE));
    }
  }
  return unknown;
}

/** A function that makes a statement is called; of a statement that is written where it is sent, the text is worked out. */
function textOf(node: ts.Expression, evaluation: Evaluation, checker: ts.TypeChecker): unknown {
  if (!ts.isObjectLiteralExpression(node)) return evaluation.valueOf(node);
  const maker = ts.findAncestor(node, (above) => ts.isFunctionDeclaration(above) || ts.isMethodDeclaration(above));
  if (maker && ts.isFunctionDeclaration(maker)) {
    const answered = checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(maker)!);
    if (/^Statement\b/.test(checker.typeToString(answered))) {
      const make = evaluation.valueOf(maker) as (...given: unknown[]) => { text: string } | undefined;
      const made = make(...maker.parameters.map((parameter) => evaluation.valueOfParameter(parameter)));
      if (made === undefined) throw new Unknowable('no statement is made');
      return made.text;
    }
  }
  const text = node.properties.find(({ name }) => name?.getText() === 'text')!;
  return evaluation.valueOf(ts.isPropertyAssignment(text) ? text.initializer : text.name!);
}
