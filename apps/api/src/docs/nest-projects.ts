/** Returns nest-cli.json with a project for each application and context. */
export function nestProjects(text: string, apps: readonly string[], libs: readonly string[]): string {
  const project = (group: string, name: string, type: string, entryFile: string) => {
    const root = `${group}/${name}`;
    const compilerOptions = { tsConfigPath: 'tsconfig.build.json' };
    return [name, { type, root, entryFile, sourceRoot: `${root}/src`, compilerOptions }] as const;
  };
  const projects = Object.fromEntries([
    ...apps.toSorted().map((name) => project('apps', name, 'application', 'main')),
    ...libs.toSorted().map((name) => project('libs', name, 'library', 'index')),
  ]);
  const [head] = text.split('\n  "projects": ');
  return `${head}\n  "projects": ${JSON.stringify(projects, null, 2).replaceAll('\n', '\n  ')}\n}\n`;
}
