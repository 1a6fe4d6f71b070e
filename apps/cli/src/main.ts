import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

// This call must come before all other imports. Node.js caches the compiled code of files that are loaded later, which
// saves a third of the processor time of a start (decision 0034).
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? join(dirname(process.argv[1]!), '.compiled'));
await import('./run.js');
