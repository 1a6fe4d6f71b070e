import { join, relative } from 'node:path';
import type pg from 'pg';
import ts from 'typescript';
import type { CollectedStatement } from './collected-statements.js';
import { collectStatements } from './collected-statements.js';
import type { Column } from './described.js';
import { describeStatement } from './described.js';
import { readersOf } from './readers.js';
import { rowFaults } from './row-faults.js';
import { SAMPLES } from './samples.js';
import { sendsOf } from './senders.js';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURE = join(import.meta.dirname, 'fixtures/planted-faults.query.ts');

export interface Checked {
  readonly faults: string[];
  /** Files that send SQL that the check cannot determine. */
  readonly opaque: string[];
  readonly statements: number;
  readonly texts: number;
  /** Number of declared row types that were compared with the columns of a query. */
  readonly rows: number;
}

/** Checks the SQL of all contexts and applications, and a file with planted faults. */
export class StatementCheck {
  private readonly program: ts.Program;

  constructor() {
    const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
      config: object;
    };
    const parsed = ts.parseJsonConfigFileContent({ ...config, include: ['apps', 'libs'] }, ts.sys, ROOT);
    // Migrations need no check, because the creation of the test database runs them.
    const sources = parsed.fileNames.filter(
      (path) => !/spec\.tsx?$|\/test\/|\/testing(\.ts$|\/)|\.migrations\.ts$/.test(path),
    );
    this.program = ts.createProgram([...sources, FIXTURE], { ...parsed.options, noEmit: true });
  }

  ofSources(client: pg.Client): Promise<Checked> {
    return this.of((path) => /^(libs|apps)\/(?!.*\.migrations\.ts$)/.test(path), client);
  }

  ofPlantedFaults(client: pg.Client): Promise<Checked> {
    return this.of((path) => path.endsWith('planted-faults.query.ts'), client);
  }

  private async of(isMeant: (path: string) => boolean, client: pg.Client): Promise<Checked> {
    const files = this.program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && isMeant(relative(ROOT, file.fileName)));
    const sends = sendsOf(this.program, files);
    const { statements, untaken } = collectStatements(this.program, files, SAMPLES, sends.texts);
    const { answered, faults } = await prepared(client, statements);
    faults.push(...untaken().map((branch) => `${placeOf(branch)}: no text takes this branch`));
    let rows = 0;
    for (const [call, { keys, statements: read }] of readersOf(this.program, files)) {
      if (read.length === 0) faults.push(`${placeOf(call)}: what it reads by is not known`);
      for (const columns of read.flatMap((node) => answered.get(node) ?? [])) {
        rows += 1;
        faults.push(...rowFaults(columns, keys).map((fault) => `${placeOf(call)}: ${fault}`));
      }
    }
    return {
      faults: [...new Set(faults)],
      opaque: [...new Set(sends.opaque.map(pathOf))].sort(),
      statements: statements.length,
      texts: statements.reduce((sum, { texts }) => sum + texts.length, 0),
      rows,
    };
  }
}

async function prepared(client: pg.Client, statements: readonly CollectedStatement[]) {
  const faults: string[] = [];
  const answered = new Map<ts.Node, Column[][]>();
  const cursors = new Map<string, Column[]>();
  for (const { node, texts, unknown } of statements) {
    const answers: Column[][] = [];
    if (unknown) faults.push(`${placeOf(node)}: its text is not known: ${unknown}`);
    for (const text of texts.flatMap((whole) => (ts.isObjectLiteralExpression(node) ? [whole] : whole.split(';')))) {
      const [, declared, inner] = /^\s*declare (\w+) .*?\bcursor for\b(.*)$/s.exec(text) ?? [];
      const fetched = /^\s*fetch\b.*\bfrom (\w+)/.exec(text)?.[1];
      try {
        const columns = await describeStatement(client, inner ?? text);
        if (declared) cursors.set(declared, columns);
        // A FETCH returns the columns of the query of its cursor.
        answers.push(fetched ? cursors.get(fetched)! : columns);
      } catch (error) {
        faults.push(`${placeOf(node)}: ${(error as Error).message}`);
      }
    }
    answered.set(node, answers);
  }
  return { answered, faults };
}

function pathOf(node: ts.Node): string {
  return relative(ROOT, node.getSourceFile().fileName);
}

function placeOf(node: ts.Node): string {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return `${pathOf(node)}:${line + 1}`;
}
