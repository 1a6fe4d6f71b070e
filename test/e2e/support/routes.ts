import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { builtFolder } from '../../../libs/kernel/src/testing.js';

export async function routesOfBuild(databaseUrl: string): Promise<string[]> {
  const module = (path: string) => JSON.stringify(pathToFileURL(join(builtFolder(), path)).href);
  const program = `
    import 'reflect-metadata';
    import { createLog, readSettings } from ${module('libs/kernel/src/index.js')};
    import { AppModule } from ${module('apps/api/src/app.module.js')};
    import { createHttpApplication } from ${module('apps/api/src/http/http-application.js')};
    const settings = readSettings(process.env);
    const log = createLog('error');
    const app = await createHttpApplication(AppModule.with(settings, settings.databaseUrl, log), log);
    await app.init();
    const layers = app.getHttpAdapter().getInstance().router.stack.filter((layer) => layer.route);
    const routes = layers.flatMap(({ route }) => Object.keys(route.methods).map((method) => [method, route.path]));
    process.stdout.write(JSON.stringify(routes), () => process.exit(0));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, FX_FEEDS: 'off', DEMO: 'off' },
  });
  const routes = JSON.parse(stdout) as [string, string][];
  return routes.map(([method, path]) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort();
}
