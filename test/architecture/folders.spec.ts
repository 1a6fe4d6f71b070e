import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

type NestProjects = Readonly<
  Record<string, { readonly type: string; readonly sourceRoot: string; readonly entryFile: string }>
>;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function sourceFolders(...groups: readonly string[]): string[] {
  return groups.flatMap((group) =>
    readdirSync(join(ROOT, group))
      .map((name) => join(ROOT, group, name, 'src'))
      .filter((path) => existsSync(path)),
  );
}

/**
 * Returns the imports between folders, including type imports. Each top-level file is a node. An index file belongs to
 * the node of its folder.
 */
function importsOf(sources: string): Graph {
  const graph = new Map<string, Set<string>>();
  const nodeOf = (path: string) => (dirname(path) === '.' ? path.replace(/\.[jt]sx?$/, '') : dirname(path));
  for (const path of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /spec\.tsx?$|(^|\/)testing\b/.test(path)) continue;
    const from = nodeOf(path);
    const text = readFileSync(join(sources, path), 'utf8');
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)) {
      const to = nodeOf(normalize(join(dirname(path), target!)));
      if (to !== from && !to.startsWith('..')) graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}

function importCycles(graph: Graph): string[] {
  const cycles = new Set<string>();
  const walk = (node: string, path: readonly string[]): void => {
    const at = path.indexOf(node);
    if (at >= 0) {
      const cycle = path.slice(at);
      const first = cycle.indexOf([...cycle].sort()[0]!);
      cycles.add([...cycle.slice(first), ...cycle.slice(0, first), cycle[first]].join(' -> '));
      return;
    }
    if (visited.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...path, node]);
    visited.add(node);
  };
  const visited = new Set<string>();
  for (const node of graph.keys()) walk(node, []);
  return [...cycles].sort();
}

describe('scripts that import the build', () => {
  it('scripts import only files that the build creates', () => {
    const folders = ['bench', 'scripts', 'test/run', 'packages/sdk/generator'];
    const missing = folders.flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => /\.[mc]?[jt]s$/.test(name))
        .flatMap((name) => {
          const text = readFileSync(join(ROOT, folder, name), 'utf8');
          const built = [...text.matchAll(/(?:from|import)\s*\(?\s*'(?:\.\.\/)+dist\/((?:apps|libs)\/[^']+)\.js'/g)];
          return built.map(([, path]) => path!).filter((path) => !existsSync(join(ROOT, `${path}.ts`)));
        }),
    );
    expect(missing).toEqual([]);
  });
});

describe('the folders of each context, application and package', () => {
  it('folders of a context, application or package have no import cycles', () => {
    const folders = sourceFolders('libs', 'apps', 'packages');
    expect(folders.length).toBeGreaterThan(10);
    const cycles = folders.flatMap((path) =>
      importCycles(importsOf(path)).map((cycle) => `${path.slice(ROOT.length + 1)}: ${cycle}`),
    );
    expect(cycles).toEqual([]);
  });

  it('the projects of the Nest CLI match the folders', () => {
    const { projects } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8')) as { projects: object };
    const folders = sourceFolders('libs', 'apps').map((path) => basename(dirname(path)));
    expect(Object.keys(projects).sort()).toEqual(folders.sort());
  });

  it('`npx nest start` runs the bundle of each application', () => {
    const { projects } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8')) as { projects: NestProjects };
    const applications = Object.values(projects).filter(({ type }) => type === 'application');
    const entries = applications.map(({ sourceRoot, entryFile }) => `${sourceRoot}/${entryFile}`);
    expect(entries).toEqual(sourceFolders('apps').map((path) => `${path.slice(ROOT.length + 1)}/main`));
    const bundled = readFileSync(join(ROOT, 'scripts/bundle.mjs'), 'utf8');
    for (const entry of entries) {
      expect(existsSync(join(ROOT, `${entry}.ts`))).toBe(true);
      expect(bundled).toContain(`'dist/${entry}.js'`);
    }
  });

  it('reports import cycles between folders, files and side-effect imports', () => {
    expect(importCycles(importsOf(join(import.meta.dirname, 'fixtures/folder-circle')))).toEqual([
      'accounts -> transactions -> accounts',
      'events -> listeners -> events',
      'ledger.problems -> trash -> ledger.problems',
    ]);
  });
});
