import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

// Must run before all other imports, because Node.js caches the compiled code of files that are loaded after this call.
// This saves a third of the processor time at startup (decision 0034).
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? join(dirname(process.argv[1]!), '.compiled'));
await import('./run.js');
