import { registerHooks } from 'node:module';

// Node runs TypeScript directly, but the imports have the names of the built files.
registerHooks({
  resolve: (specifier, context, next) =>
    next(context.parentURL?.endsWith('.ts') ? specifier.replace(/^(\.{1,2}\/.*)\.js$/, '$1.ts') : specifier, context),
});
const { startEmbeddedPostgres } = await import('../src/embedded-postgres.launcher.ts');

/** Runs an embedded server and prints its URL. Ends on a signal or after a line of standard input. */
const [dataDir] = process.argv.slice(2);
const write = (facts) => process.stdout.write(`${JSON.stringify(facts)}\n`);
const log = (level) => (facts, message) => write({ level, message, ...facts });
const server = await startEmbeddedPostgres({
  dataDir,
  settings: { fsync: process.env.FSYNC ?? 'off' },
  log: { info: log('info'), warn: log('warn'), error: log('error') },
});
write({ url: server.url, owned: server.owned });
process.stdin.once('data', async () => {
  await server.stop();
  process.stdin.destroy();
});
