/** What of a request says where it comes from and for whom it is. */
export interface Source {
  /** The host that is named, with its port where it is not the scheme's own. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/** What the service is reached by. */
export interface Allowed {
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly corsOrigins: readonly string[];
}

/** What a process listens on that is reached by every address of its machine, the own one among them. */
const EVERY_ADDRESS = ['0.0.0.0', '::'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Which header names what may not call, or null. A page that made a browser believe that its own name leads here (DNS rebinding)
 * is known by the name; any other page by its origin. A program sends no origin.
 * Source: MCP, Transports, "Security Warning"; contract section 19.
 */
export function refusedHeader({ host, origin }: Source, allowed: Allowed): 'Host' | 'Origin' | null {
  if (host === undefined || !hostsOf(allowed).includes(host.toLowerCase())) return 'Host';
  if (origin === undefined) return null;
  const origins = [new URL(allowed.baseUrl).origin, ...allowed.corsOrigins, ...ownOrigins(allowed)];
  return origins.includes(origin) ? null : 'Origin';
}

/** The public address, and the address at which this process listens where that is the machine's own. */
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
