import pg from 'pg';

/** How every session of the service is set up. The application's role owns no table, so that row-level security binds it. */
export const SESSION: Readonly<Record<string, string>> = {
  role: 'centavo_app',
  timezone: 'UTC',
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
  // Where a server compiles plans, that costs a short statement many times what it takes.
  jit: 'off',
};

/** Sets a transaction up as a session would be. */
export const SESSION_OF_TRANSACTION = `select ${Object.entries(SESSION)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

/**
 * A connection to a pooler that gives a connection of the server to each transaction. What a session would hold is said anew
 * in each, and no statement is kept prepared: the next one may go to another connection (docs/scaling.md).
 */
export class PooledClient extends pg.Client {
  // The driver has many forms of a query; here are those that the service uses.
  override query(config: unknown, ...others: unknown[]): never {
    const send = super.query.bind(this) as (config: unknown, ...others: unknown[]) => never;
    if (typeof config === 'string')
      return send(config.replace(/^begin\b.*$/, `$&; ${SESSION_OF_TRANSACTION}`), ...others);
    if (isNamed(config)) return send({ ...config, name: undefined }, ...others);
    return send(config, ...others);
  }
}

function isNamed(config: unknown): config is { readonly name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
}
