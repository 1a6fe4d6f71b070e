import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Beside the build, so that a new build begins with none. */
const FOLDER = fileURLToPath(new URL('../../../.compiled', import.meta.url));

/**
 * Has Node.js keep what it compiles of every file that is loaded from here on: a start takes a quarter less of the
 * processor's time. Where the folder cannot be written, everything is compiled anew.
 */
export function keepCompiledCode(): void {
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? FOLDER);
}
