import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

// Node.js caches the compiled code of files that are loaded after this call, which makes startup a third faster
// (decision 0034). Therefore, this file must not import anything else statically.
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? join(dirname(process.argv[1]!), '.compiled'));
await import('./serve.js');
