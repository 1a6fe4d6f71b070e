import { join, relative } from 'node:path';
import type pg from 'pg';
import ts from 'typescript';
import { collectStatements } from './collected-statements.js';
import type { Column } from './described.js';
import { describeStatement } from './described.js';
import { readersOf } from './readers.js';
import { rowFaults } from './row-faults.js';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURE = join(import.meta.dirname, 'fixtures/planted-faults.ts');

/** What the check of statements came to. */
export interface Checked {
  /** What is wrong, each as `path:line: sentence`. */
  readonly faults: string[];
  /** The files with statements whose text depends on a running service. */
  readonly unknown: string[];
  /** The files that read rows by a statement which was not found. */
  readonly unread: string[];
  readonly statements: number;
  /** The rows that were compared with what a statement answers. */
  readonly rows: number;
}

/** The program that the contexts and applications are, with planted faults beside it. */
export class StatementCheck {
  private readonly program: ts.Program;

  constructor() {
    const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
      config: object;
    };
    const parsed = ts.parseJsonConfigFileContent({ ...config, include: ['apps', 'libs'] }, ts.sys, ROOT);
    const sources = parsed.fileNames.filter((path) => !/spec\.tsx?$|\/test\/|\/testing\.ts$/.test(path));
    this.program = ts.createProgram([...sources, FIXTURE], { ...parsed.options, noEmit: true });
  }

  /** Checks every statement of the sources. */
  ofSources(client: pg.Client): Promise<Checked> {
    return this.of((path) => /^(libs|apps)\//.test(path), client);
  }

  /** Checks the planted faults alone. */
  ofPlantedFaults(client: pg.Client): Promise<Checked> {
    return this.of((path) => path.endsWith('planted-faults.ts'), client);
  }

  private async of(isMeant: (path: string) => boolean, client: pg.Client): Promise<Checked> {
    const files = this.program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && isMeant(relative(ROOT, file.fileName)));
    const statements = collectStatements(this.program, files);
    const faults: string[] = [];
    const answered = new Map<ts.Node, Column[][]>();
    for (const { node, texts } of statements) {
      for (const text of texts) {
        try {
          const columns = await describeStatement(client, text);
          // What a cursor gives is known by the statement that declared it.
          if (!/^\s*fetch\b/.test(text)) answered.set(node, [...(answered.get(node) ?? []), columns]);
        } catch (error) {
          faults.push(`${placeOf(node)}: ${(error as Error).message}`);
        }
      }
    }
    const readers = [...readersOf(this.program, files)];
    let rows = 0;
    for (const [call, { keys, statements: read }] of readers) {
      for (const columns of read.flatMap((node) => answered.get(node) ?? [])) {
        rows += 1;
        faults.push(...rowFaults(columns, keys).map((fault) => `${placeOf(call)}: ${fault}`));
      }
    }
    return {
      faults: [...new Set(faults)],
      unknown: [...new Set(statements.flatMap(({ node, unknown }) => (unknown ? [pathOf(node)] : [])))].sort(),
      unread: [
        ...new Set(readers.flatMap(([call, { statements: read }]) => (read.length === 0 ? [pathOf(call)] : []))),
      ].sort(),
      statements: statements.length,
      rows,
    };
  }
}

function pathOf(node: ts.Node): string {
  return relative(ROOT, node.getSourceFile().fileName);
}

function placeOf(node: ts.Node): string {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return `${pathOf(node)}:${line + 1}`;
}
