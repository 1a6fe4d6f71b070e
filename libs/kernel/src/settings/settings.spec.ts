import { describe, expect, it } from '@jest/globals';
import { readSettings, SettingsInvalid } from './settings.js';

describe('settings', () => {
  it('the default settings equal the defaults in the operator’s handbook', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      dataDir: '.data',
      baseUrl: 'http://127.0.0.1:3000',
      problemsBase: 'http://127.0.0.1:3000/problems',
      demo: true,
      rateLimitPerMinute: 600,
      banxicoToken: null,
      fxFeeds: ['ecb'],
      feedAddresses: {
        banxico: 'https://www.banxico.org.mx/SieAPIRest/service/v1',
        ecb: 'https://www.ecb.europa.eu/stats/eurofxref',
      },
      logLevel: 'info',
      metricsPort: null,
      workers: 1,
      databasePooler: false,
      requestQueue: 1_000,
      corsOrigins: [],
    });
  });

  it('derives URLs from host and port, and problem types from the base URL', () => {
    expect(readSettings({ HOST: '0.0.0.0', PORT: '8080' })).toMatchObject({
      baseUrl: 'http://0.0.0.0:8080',
      problemsBase: 'http://0.0.0.0:8080/problems',
    });
    expect(readSettings({ BASE_URL: 'https://api.example.mx/' })).toMatchObject({
      baseUrl: 'https://api.example.mx',
      problemsBase: 'https://api.example.mx/problems',
    });
    expect(readSettings({ PROBLEMS_BASE: 'https://docs.example.mx/p/' }).problemsBase).toBe(
      'https://docs.example.mx/p',
    );
  });

  it('treats blank settings as absent', () => {
    expect(readSettings({ PORT: ' ', DEMO: '' })).toMatchObject({ port: 3000, demo: true });
  });

  it.each([
    [{ DEMO: 'off' }, { demo: false }],
    [{ JOBS: 'off' }, { jobs: false }],
    [{ BASE_URL: 'https://api.example.mx' }, { smtpUrl: null, mailFrom: 'no-reply@api.example.mx' }],
    [{ SMTP_URL: 'smtps://u:p@mail.example' }, { smtpUrl: 'smtps://u:p@mail.example' }],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, { rateLimitPerMinute: 0 }],
    [{ FX_FEEDS: 'banxico, ecb' }, { fxFeeds: ['banxico', 'ecb'] }],
    [{ FX_FEEDS: 'ecb,ecb' }, { fxFeeds: ['ecb'] }],
    [{ FX_FEEDS: 'off' }, { fxFeeds: [] }],
    [{ ECB_URL: 'http://localhost:9/ecb/' }, { feedAddresses: { ecb: 'http://localhost:9/ecb' } }],
    [{ BANXICO_URL: 'http://localhost:9/sie' }, { feedAddresses: { banxico: 'http://localhost:9/sie' } }],
    [{ METRICS_PORT: '9090' }, { metricsPort: 9090 }],
    [{ DATABASE_URL: 'postgresql://u@h/db' }, { databaseUrl: 'postgresql://u@h/db' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ DATABASE_POOL: '50' }, { databasePool: 50 }],
    [{ WORKERS: '4' }, { workers: 4 }],
    [{ DATABASE_POOLER: 'on' }, { databasePooler: true }],
    [{ REQUEST_QUEUE: '0' }, { requestQueue: 0 }],
    [{ STOP_GRACE_SECONDS: '0' }, { stopGraceSeconds: 0 }],
    [
      { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' },
      { trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] },
    ],
    [
      { CORS_ORIGINS: 'https://app.example, http://localhost:5173/' },
      { corsOrigins: ['https://app.example', 'http://localhost:5173'] },
    ],
  ])('accepts the settings %p', (environment, settings) => {
    expect(readSettings(environment as Record<string, string>)).toMatchObject(settings);
  });

  it('lists all invalid settings in one error', () => {
    const wrong = {
      PORT: '65536',
      DEMO: 'yes',
      RATE_LIMIT_PER_MINUTE: '-1',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://x',
      BASE_URL: 'example.mx',
      FX_FEEDS: 'ecb,fed',
      BANXICO_URL: 'banxico.org.mx',
      ECB_URL: 'ftp://ecb.europa.eu',
      METRICS_PORT: 'x',
      DATABASE_POOL: '0',
      WORKERS: '0',
      DATABASE_POOLER: 'yes',
      REQUEST_QUEUE: '-1',
      STOP_GRACE_SECONDS: '6',
      TRUSTED_PROXIES: '10.0.0.0/33',
      SMTP_URL: 'mail.example',
      MAIL_FROM: 'Centavo',
      CORS_ORIGINS: 'https://app.example/path',
    };
    expect(() => readSettings(wrong)).toThrow(SettingsInvalid);
    for (const name of Object.keys(wrong)) expect(() => readSettings(wrong)).toThrow(new RegExp(`\\b${name} must be`));
  });

  it.each(['https://example.mx/api', 'https://example.mx/?x', 'https://example.mx#x', 'https://u:p@example.mx'])(
    'rejects the base URL %s, which has more than a host and a port',
    (address) => {
      expect(() => readSettings({ BASE_URL: address })).toThrow(
        'BASE_URL must be an http or https address without a path',
      );
    },
  );

  it.each([
    '*',
    'null',
    'app.example',
    'https://*.example',
    'https://a.example https://b.example',
    'https://a.example,,',
  ])('rejects the invalid origins %s', (origins) => {
    expect(() => readSettings({ CORS_ORIGINS: origins })).toThrow(/CORS_ORIGINS must be a list of origins/);
  });

  it('reads the retry delays and the allowed networks of webhook deliveries', () => {
    const { webhookNetwork, webhookRetrySeconds } = readSettings({
      WEBHOOK_NETWORK: 'any',
      WEBHOOK_RETRY_SECONDS: '1, 2.5',
    });
    expect([webhookNetwork, webhookRetrySeconds]).toEqual(['any', [1, 2.5]]);
    expect(readSettings({})).toMatchObject({ webhookNetwork: 'public', webhookRetrySeconds: { length: 9 } });
    for (const list of ['1,', '-1', '1e3', 'soon', Array(21).fill(1).join()]) {
      expect(() => readSettings({ WEBHOOK_RETRY_SECONDS: list })).toThrow(/WEBHOOK_RETRY_SECONDS must be a list/);
    }
    expect(() => readSettings({ WEBHOOK_NETWORK: 'all' })).toThrow(/WEBHOOK_NETWORK must be public or any/);
  });
});
