import ts from 'typescript';
import { callsByName, Evaluation, SAMPLE_TEXT, Unknowable } from './evaluation.js';

/** A statement in the sources, with each text that it may have. */
export interface CollectedStatement {
  readonly node: ts.ObjectLiteralExpression;
  readonly texts: readonly string[];
  /** Why no text of it is known. */
  readonly unknown?: string;
}

/** Every object in files that is a statement: one with a text and its values. */
export function collectStatements(program: ts.Program, files: readonly ts.SourceFile[]): CollectedStatement[] {
  const checker = program.getTypeChecker();
  const calls = callsByName(files);
  const evaluations = [true, false].map((way) => new Evaluation(checker, calls, way));
  const found: CollectedStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && isStatement(node)) found.push(collected(node, evaluations, checker));
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return found;
}

function isStatement(node: ts.ObjectLiteralExpression): boolean {
  const names = node.properties.map((property) => property.name?.getText());
  return names.includes('text') && names.includes('values');
}

function collected(
  node: ts.ObjectLiteralExpression,
  evaluations: readonly Evaluation[],
  checker: ts.TypeChecker,
): CollectedStatement {
  const texts = new Set<string>();
  let unknown = 'it has no text';
  for (const evaluation of evaluations) {
    try {
      const text = String(textOf(node, evaluation, checker));
      if (text.trim() === '' || text.includes(SAMPLE_TEXT) || /\bundefined\b/.test(text)) {
        throw new Unknowable('a part of it comes with a call');
      }
      texts.add(text);
    } catch (error) {
      // In the other way it may be known: where what may be missing is there.
      unknown = (error as Error).message;
    }
  }
  return { node, texts: [...texts], ...(texts.size === 0 && { unknown }) };
}

/** A function that makes a statement is called; of a statement that is written where it is sent, the text is worked out. */
function textOf(node: ts.ObjectLiteralExpression, evaluation: Evaluation, checker: ts.TypeChecker): unknown {
  const maker = ts.findAncestor(node, (above) => ts.isFunctionDeclaration(above) || ts.isMethodDeclaration(above));
  if (maker && ts.isFunctionDeclaration(maker)) {
    const answered = checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(maker)!);
    if (checker.typeToString(answered) === 'Statement') {
      const make = evaluation.valueOf(maker) as (...given: unknown[]) => { text: string };
      return make(...maker.parameters.map((parameter) => evaluation.valueOfParameter(parameter))).text;
    }
  }
  const text = node.properties.find(({ name }) => name?.getText() === 'text')!;
  return evaluation.valueOf(ts.isPropertyAssignment(text) ? text.initializer : text.name!);
}
