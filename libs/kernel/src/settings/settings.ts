import { isIP } from 'node:net';
import { isServingAddress, ROLES } from './roles.js';

/** Settings of the operator, which are read once at startup. This class is also their injection token. */
export abstract class Settings {
  abstract readonly host: string;
  abstract readonly port: number;
  /** URL of an external PostgreSQL; null for the embedded one in `dataDir`. */
  abstract readonly databaseUrl: string | null;
  /** True if this process or its primary process started the embedded database. */
  abstract readonly databaseIsEmbedded: boolean;
  /**
   * Administrator's URL for migrations. Null if this process does not migrate, or if the same role migrates and serves.
   */
  abstract readonly databaseAdminUrl: string | null;
  /** URL of a streaming replica for expensive reads (decision 0087); null if there is none. */
  abstract readonly databaseReadUrl: string | null;
  abstract readonly dataDir: string;
  abstract readonly baseUrl: string;
  /** Base URL of the problem types, without a trailing slash. */
  abstract readonly problemsBase: string;
  abstract readonly demo: boolean;
  abstract readonly rateLimitPerMinute: number;
  abstract readonly banxicoToken: string | null;
  abstract readonly fxFeeds: readonly ('banxico' | 'ecb')[];
  /** Base URLs of the rate feeds, without a trailing slash. */
  abstract readonly feedAddresses: Readonly<Record<'banxico' | 'ecb', string>>;
  abstract readonly logLevel: LogLevel;
  abstract readonly metricsPort: number | null;
  abstract readonly workers: number;
  abstract readonly requestQueue: number;
  /** Number of connections of all processes together. Each process has at least two. */
  abstract readonly databasePool: number;
  abstract readonly stopGraceSeconds: number;
  abstract readonly databasePooler: boolean;
  abstract readonly jobs: boolean;
  /** Addresses or networks of proxies whose X-Forwarded-For header the service trusts. */
  abstract readonly trustedProxies: readonly string[];
  abstract readonly requestTimeoutSeconds: number;
  /** Seconds without traffic after which a connection closes, even if the client has not read its response. */
  abstract readonly idleTimeoutSeconds: number;
  /** Keys that encrypt secrets in the database, newest first. `Encryption` explains what happens if there are none. */
  abstract readonly encryptionKeys: readonly string[];
  abstract readonly smtpUrl: string | null;
  abstract readonly mailFrom: string;
  abstract readonly corsOrigins: readonly string[];
  /**
   * Allowed targets of requests to URLs that users enter: `public` for the public internet over HTTPS, `any` for every
   * host.
   */
  abstract readonly webhookNetwork: 'public' | 'any';
  abstract readonly webhookRetrySeconds: readonly number[];
}

const WEBHOOK_RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

const BANXICO_ADDRESS = 'https://www.banxico.org.mx/SieAPIRest/service/v1';
const ECB_ADDRESS = 'https://www.ecb.europa.eu/stats/eurofxref';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Parses one setting, and records an error if it is invalid. Returns the fallback if the setting is missing or empty.
 */
type Read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, expected: string) => T;

export class SettingsInvalid extends Error {}

/** @throws SettingsInvalid with every invalid variable, not only the first */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const faults: string[] = [];
  const settings = settingsBy((name, fallback, parse, expected) => {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value === undefined) faults.push(`${name} must be ${expected}`);
    return value ?? fallback;
  });
  if (settings.databaseAdminUrl !== null && !isServingAddress(settings.databaseUrl ?? ''))
    faults.push(`DATABASE_URL must be an address of the user ${ROLES.app} if DATABASE_ADMIN_URL is set`);
  if (faults.length > 0) throw new SettingsInvalid(faults.join('; '));
  return settings;
}

export function declaredSettings(): { name: string; fallback: unknown; expected: string }[] {
  const declared: { name: string; fallback: unknown; expected: string }[] = [];
  settingsBy((name, fallback, _parse, expected) => {
    declared.push({ name, fallback, expected });
    return fallback;
  });
  return declared;
}

function settingsBy(read: Read): Settings {
  const host = read('HOST', '127.0.0.1', (text) => text, 'a host name or address');
  const port = read('PORT', 3000, portNumber, 'a port from 0 to 65535');
  const baseUrl = read('BASE_URL', `http://${host}:${port}`, origin, 'an http or https address without a path');
  return {
    host,
    port,
    ...databaseSettings(read),
    dataDir: read('DATA_DIR', '.data', (text) => text, 'a folder'),
    baseUrl,
    problemsBase: read('PROBLEMS_BASE', `${baseUrl}/problems`, webAddress, 'an http or https address'),
    demo: read('DEMO', true, onOrOff, 'on or off'),
    rateLimitPerMinute: read('RATE_LIMIT_PER_MINUTE', 600, wholeNumber, 'a whole number, 0 for no limit'),
    banxicoToken: read<string | null>('BANXICO_TOKEN', null, (text) => text, 'a token'),
    fxFeeds: read('FX_FEEDS', ['ecb'], feedList, 'a list of banxico and ecb, or off'),
    feedAddresses: {
      banxico: read('BANXICO_URL', BANXICO_ADDRESS, webAddress, 'an http or https address'),
      ecb: read('ECB_URL', ECB_ADDRESS, webAddress, 'an http or https address'),
    },
    logLevel: read<LogLevel>(
      'LOG_LEVEL',
      'info',
      (text) => LOG_LEVELS.find((level) => level === text),
      LOG_LEVELS.join(', '),
    ),
    jobs: read('JOBS', true, onOrOff, 'on or off'),
    metricsPort: read<number | null>('METRICS_PORT', null, portNumber, 'a port from 0 to 65535'),
    workers: read('WORKERS', 1, (text) => within(wholeNumber(text), 1, 64), 'a whole number from 1 to 64'),
    requestQueue: read('REQUEST_QUEUE', 1_000, wholeNumber, 'a whole number'),
    stopGraceSeconds: read(
      'STOP_GRACE_SECONDS',
      1,
      (text) => within(wholeNumber(text), 0, 5),
      'a whole number from 0 to 5',
    ),
    requestTimeoutSeconds: read('REQUEST_TIMEOUT_SECONDS', 120, seconds, 'a whole number from 1 to 3600'),
    idleTimeoutSeconds: read('IDLE_TIMEOUT_SECONDS', 120, seconds, 'a whole number from 1 to 3600'),
    trustedProxies: read('TRUSTED_PROXIES', [], networkList, 'a list of addresses or networks such as 10.0.0.0/8'),
    encryptionKeys: read('ENCRYPTION_KEY', [], keyList, 'comma-separated keys of 32 characters or more'),
    smtpUrl: read<string | null>('SMTP_URL', null, smtpAddress, 'an smtp:// or smtps:// address'),
    mailFrom: read('MAIL_FROM', `no-reply@${new URL(baseUrl).hostname}`, mailAddress, 'an email address'),
    corsOrigins: read('CORS_ORIGINS', [], originList, 'a list of origins without paths, such as https://app.example'),
    ...webhookSettings(read),
  };
}

function databaseSettings(
  read: Read,
): Pick<
  Settings,
  'databaseUrl' | 'databaseIsEmbedded' | 'databaseAdminUrl' | 'databaseReadUrl' | 'databasePooler' | 'databasePool'
> {
  const databaseUrl = read<string | null>('DATABASE_URL', null, postgresAddress, 'a postgres:// address');
  return {
    databaseUrl,
    // This variable is not for operators. The primary process sets it for its workers.
    databaseIsEmbedded: read('DATABASE_EMBEDDED', databaseUrl === null, onOrOff, 'on or off'),
    databaseAdminUrl: read<string | null>('DATABASE_ADMIN_URL', null, postgresAddress, 'a postgres:// address'),
    databaseReadUrl: read<string | null>('DATABASE_READ_URL', null, postgresAddress, 'a postgres:// address'),
    databasePooler: read('DATABASE_POOLER', false, onOrOff, 'on or off'),
    databasePool: read(
      'DATABASE_POOL',
      10,
      (text) => within(wholeNumber(text), 1, 500),
      'a whole number from 1 to 500',
    ),
  };
}

function webhookSettings(read: Read): Pick<Settings, 'webhookNetwork' | 'webhookRetrySeconds'> {
  const list = 'a list of up to 20 numbers of seconds such as 5,300';
  return {
    webhookNetwork: read<'public' | 'any'>('WEBHOOK_NETWORK', 'public', outboundNetwork, 'public or any'),
    webhookRetrySeconds: read('WEBHOOK_RETRY_SECONDS', WEBHOOK_RETRY_SECONDS, secondsList, list),
  };
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function within(value: number | undefined, min: number, max: number): number | undefined {
  return value !== undefined && value >= min && value <= max ? value : undefined;
}

function seconds(text: string): number | undefined {
  return within(wholeNumber(text), 1, 3600);
}

function portNumber(text: string): number | undefined {
  return within(wholeNumber(text), 0, 65535);
}

function onOrOff(text: string): boolean | undefined {
  if (text === 'on') return true;
  return text === 'off' ? false : undefined;
}

function webAddress(text: string): string | undefined {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text.replace(/\/+$/, '') : undefined;
}

/** Parses a URL that consists of a scheme, a host and an optional port. Removes a trailing slash. */
function origin(text: string): string | undefined {
  const address = webAddress(text);
  return address !== undefined && /^https?:\/\/[^/?#@*\\]+$/i.test(address) ? address : undefined;
}

function originList(text: string): string[] | undefined {
  const origins = text.split(',').map((one) => one.trim());
  return origins.every((one) => origin(one) !== undefined) ? origins.map((one) => new URL(one).origin) : undefined;
}

function postgresAddress(text: string): string | undefined {
  return /^postgres(ql)?:\/\//.test(text) ? text : undefined;
}

function keyList(text: string): string[] | undefined {
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => key.length >= 32) ? keys : undefined;
}

function smtpAddress(text: string): string | undefined {
  return URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text) ? text : undefined;
}

function mailAddress(text: string): string | undefined {
  return /^[^\s<>@,;]+@[^\s<>@,;]+$/.test(text) ? text : undefined;
}

function outboundNetwork(text: string): 'public' | 'any' | undefined {
  return text === 'public' || text === 'any' ? text : undefined;
}

function secondsList(text: string): number[] | undefined {
  const list = text.split(',').map((one) => one.trim());
  return list.length <= 20 && list.every((one) => /^\d{1,7}(\.\d{1,3})?$/.test(one)) ? list.map(Number) : undefined;
}

function feedList(text: string): ('banxico' | 'ecb')[] | undefined {
  if (text === 'off') return [];
  const names = text.split(',').map((name) => name.trim());
  return names.every((name) => name === 'banxico' || name === 'ecb') ? [...new Set(names)] : undefined;
}

function networkList(text: string): string[] | undefined {
  const networks = text.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || within(wholeNumber(bits), 0, family === 4 ? 32 : 128) !== undefined;
}
