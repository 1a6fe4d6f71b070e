import { basename } from 'node:path';
import ts from 'typescript';

/** Compiles the sources to JavaScript that records which branches that affect SQL are taken. */
export class CompiledSources {
  private readonly compiled = new Map<ts.Node, string>();
  private readonly branches: ts.Node[] = [];
  private readonly ids = new Map<ts.Node, number>();
  private readonly taken = new Set<number>();

  constructor(private readonly checker: ts.TypeChecker) {}

  readonly takeBranch = (id: number, value: unknown): unknown => {
    this.taken.add(id);
    return value;
  };

  javascript(node: ts.Node): string {
    let known = this.compiled.get(node);
    if (known === undefined) this.compiled.set(node, (known = this.compile(node)));
    return known;
  }

  untaken(): ts.Node[] {
    return this.branches.filter((branch) => !this.taken.has(this.ids.get(branch)!));
  }

  private compile(node: ts.Node): string {
    const text = this.marked(node).replace(/^export (default )?/, '');
    const name = ts.isMethodDeclaration(node) ? node.name.getText() : '';
    const source = name
      ? `({ ${text.slice(text.search(new RegExp(`(async |\\*)?${name}\\b`)))} }).${name}`
      : `(${text})`;
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext, removeComments: true },
    });
    return outputText
      .replace(/^"use strict";/, '')
      .trim()
      .replace(/;$/, '');
  }

  private marked(node: ts.Node): string {
    const marks: { at: number; mark: string }[] = [];
    const file = basename(node.getSourceFile().fileName);
    const [isPure, isOfQueries] = [
      !/\.(query|service|listener|job)\.ts$/.test(file),
      /\.(query|listener)\.ts$/.test(file),
    ];
    const visit = (inner: ts.Node): void => {
      if (ts.isConditionalExpression(inner) && !isPure && this.isText(inner)) {
        for (const branch of [inner.whenTrue, inner.whenFalse]) {
          marks.push(
            { at: branch.getStart(), mark: `takeBranch(${this.idOf(branch)}, ` },
            { at: branch.end, mark: ')' },
          );
        }
      }
      if (ts.isBlock(inner) && ts.isIfStatement(inner.parent) && isOfQueries) {
        marks.push({ at: inner.getStart() + 1, mark: `takeBranch(${this.idOf(inner)});` });
      }
      ts.forEachChild(inner, visit);
    };
    visit(node);
    let text = node.getText();
    for (const { at, mark } of marks.toSorted((a, b) => b.at - a.at)) {
      const offset = at - node.getStart();
      text = text.slice(0, offset) + mark + text.slice(offset);
    }
    return text;
  }

  private isText(node: ts.ConditionalExpression): boolean {
    return [node.whenTrue, node.whenFalse].every(
      (branch) => this.checker.getTypeAtLocation(branch).flags & ts.TypeFlags.StringLike,
    );
  }

  private idOf(branch: ts.Node): number {
    if (!this.ids.has(branch)) {
      this.ids.set(branch, this.branches.length);
      this.branches.push(branch);
    }
    return this.ids.get(branch)!;
  }
}
