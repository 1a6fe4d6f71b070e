export interface Source {
  /** Host header, with the port unless it is the scheme's default. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

export interface Allowed {
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly corsOrigins: readonly string[];
}

/** Wildcard addresses, which include the loopback address. */
const EVERY_ADDRESS = ['0.0.0.0', '::'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the header for which the request must be rejected, or null. An unexpected Host is a sign of DNS rebinding. An
 * unexpected Origin is a sign of another site's page, because programs other than browsers do not send Origin (MCP,
 * Transports, "Security Warning").
 */
export function refusedHeader({ host, origin }: Source, allowed: Allowed): 'Host' | 'Origin' | null {
  if (host === undefined || !hostsOf(allowed).includes(host.toLowerCase())) return 'Host';
  if (origin === undefined) return null;
  const origins = [new URL(allowed.baseUrl).origin, ...allowed.corsOrigins, ...ownOrigins(allowed)];
  return origins.includes(origin) ? null : 'Origin';
}

/**
 * Returns the accepted Host headers: the public host and the listening address. Adds the loopback names if the service
 * is reachable locally.
 */
function hostsOf({ baseUrl, host, port }: Allowed): string[] {
  const url = new URL(baseUrl);
  const ports = url.port === '' ? [url.host, `${url.hostname}:${url.protocol === 'https:' ? 443 : 80}`] : [url.host];
  const own =
    isLocal(host) || isLocal(url.hostname) || EVERY_ADDRESS.includes(host)
      ? LOOPBACK.map((name) => `${name}:${port}`)
      : [];
  return [...ports, `${host.includes(':') ? `[${host}]` : host}:${port}`, ...own];
}

function ownOrigins({ host, port, baseUrl }: Allowed): string[] {
  return isLocal(host) && isLocal(new URL(baseUrl).hostname) ? LOOPBACK.map((name) => `http://${name}:${port}`) : [];
}

function isLocal(host: string): boolean {
  return host === '::1' || LOOPBACK.includes(host);
}
