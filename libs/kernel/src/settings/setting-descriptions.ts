/**
 * Description of each setting in Markdown, in the order of docs/operating.md. A setting without a description is
 * internal.
 */
export const SETTING_DESCRIPTIONS: Readonly<Record<string, string>> = {
  HOST: 'Address to listen on.',
  PORT: 'Port to listen on. `0` takes a free port.',
  BASE_URL: 'Public address of the service, without a path. By default `http://HOST:PORT`.',
  PROBLEMS_BASE: 'Base address of problem types. By default `BASE_URL/problems`.',
  DATA_DIR: 'Folder of the embedded PostgreSQL and of its encryption key.',
  DEMO: 'Creates a demo workspace if the database is embedded and empty.',
  DATABASE_URL: 'Address of your PostgreSQL. Without it, the service runs an embedded PostgreSQL in `DATA_DIR`.',
  DATABASE_ADMIN_URL:
    'Address of the database owner, who runs the migrations. `DATABASE_URL` must then name the user `centavo_app`.',
  DATABASE_READ_URL:
    'Standby for reports, histories, exports and lists. See [standby reads](scaling.md#standby-reads).',
  DATABASE_POOL: 'Maximum number of database connections. All workers share them, and each gets at least two.',
  DATABASE_POOLER: 'Set to `on` if `DATABASE_URL` points to a pooler in transaction mode, such as PgBouncer.',
  WORKERS: 'Number of processes that share the port.',
  REQUEST_QUEUE:
    'Maximum number of waiting requests per client address and process. Further requests get 503. All addresses together may have a third more.',
  RATE_LIMIT_PER_MINUTE:
    'Requests per minute and credential. A workspace may send three times that number. `0` disables the limits.',
  REQUEST_TIMEOUT_SECONDS: 'Maximum time to receive a request. Its headers must arrive within 10 s.',
  IDLE_TIMEOUT_SECONDS: 'Idle connections are closed after this time.',
  STOP_GRACE_SECONDS: 'Seconds to keep serving after SIGTERM while readiness fails.',
  TRUSTED_PROXIES: 'Addresses or networks of the proxies that may set the client address.',
  CORS_ORIGINS: 'Origins whose pages may call the API from a browser, such as `https://app.example`.',
  ENCRYPTION_KEY:
    'Encrypts TOTP and webhook secrets. To rotate it, put the new key before the old one, separated by a comma. By default the embedded database uses a key file in `DATA_DIR`. A database of your own needs this setting for two-factor login.',
  SMTP_URL: 'Mail server, such as `smtps://user:password@mail.example`. With it, users confirm their sign-up by email.',
  MAIL_FROM: 'Sender of emails. By default `no-reply@` and the host of `BASE_URL`.',
  WEBHOOK_NETWORK:
    '`public` sends webhooks over HTTPS to public addresses only. `any` also allows receivers in your network.',
  WEBHOOK_RETRY_SECONDS: 'Delays between the attempts of a failed delivery, each counted from the end of the last one.',
  FX_FEEDS: 'Exchange rate feeds to fetch daily: `banxico`, `ecb` or both. `off` disables them.',
  BANXICO_TOKEN: 'Token for the API of Banco de México. The `banxico` feed needs it.',
  BANXICO_URL: 'Address of the `banxico` feed.',
  ECB_URL: 'Address of the `ecb` feed.',
  JOBS: 'Takes part in scheduled jobs. Each job runs once across all processes.',
  LOG_LEVEL: 'Minimum level of the log. The log is JSON on standard error and contains no bodies, queries or secrets.',
  METRICS_PORT: 'Separate port for `/metrics`. By default `/metrics` is on `PORT`.',
};
