import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../e2e/support/api-process.js';
import { until } from '../../e2e/support/until.js';

/** Proxy with the configuration of docker-compose.yml and docker-compose.tls.yml in front of a local service. */
export interface Proxy {
  readonly plain: string;
  readonly tls: string;
  stop(): Promise<void>;
}

/**
 * Runs HAProxy with the shipped configuration files. Replaces the values that exist only in Docker: the name server,
 * the service processes, two ports and the certificate, which is self-signed here.
 */
export async function startProxy(servicePort: string, baseUrl: (tlsPort: number) => string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-proxy-'));
  const [plain, tls] = [await freePort(), await freePort()];
  const certificate = selfSigned(folder, new URL(baseUrl(tls)).hostname);
  const shipped = [
    placed('scripts/proxy.cfg', [
      [/^resolvers docker\n(?: .*\n)+/m, ''],
      ['server-template api 1-16 api:3000 resolvers docker init-addr none', `server api 127.0.0.1:${servicePort}`],
      ['bind :3000', `bind 127.0.0.1:${plain}`],
    ]),
    placed('scripts/proxy-tls.cfg', [
      ['bind :3443', `bind 127.0.0.1:${tls}`],
      ['/run/secrets/certificate', certificate],
    ]),
  ];
  const files = shipped.map((text, index) => {
    const path = join(folder, `${index}.cfg`);
    writeFileSync(path, text);
    return path;
  });
  const words = ['-db', ...files.flatMap((path) => ['-f', path])];
  const child = spawn(process.env.CENTAVO_TEST_HAPROXY!, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${plain}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${output}`);
    return fetch(`${address}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    plain: address,
    tls: `https://127.0.0.1:${tls}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function placed(path: string, replacements: readonly (readonly [string | RegExp, string])[]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      const replaced = text.replace(from, to);
      if (replaced === text) throw new Error(`${path} has no ${String(from)}`);
      return replaced;
    },
    readFileSync(path, 'utf8'),
  );
}

function selfSigned(folder: string, host: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...args, '-subj', `/CN=${host}`, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const path = join(folder, 'both.pem');
  writeFileSync(path, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  return path;
}
