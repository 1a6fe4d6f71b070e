import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { isServingAddress, ROLES } from '../settings/roles.js';

/** Advisory lock key; any constant works. */
const ROLES_LOCK = 4_827_190_270;
const SCRAM_ITERATIONS = 4_096;
const REFUSED_TO_LOG_IN = /^28/;
/**
 * Error code of a concurrent catalog update. Roles belong to the server, so the setup of another database may update
 * them as well.
 */
const CHANGED_MEANWHILE = 'XX000';
const MAX_ATTEMPTS = 5;

/**
 * Functions that every role may call by default and that bypass row-level security. They show queries of other
 * sessions, terminate backends, create large objects and write to the WAL. On a hosted server, the administrator does
 * not own them and cannot revoke the right to call them.
 */
const OPEN_FUNCTIONS = [
  ...['pg_stat_get_activity', 'pg_stat_get_backend_activity', 'pg_cancel_backend', 'pg_terminate_backend'],
  ...['lo_creat', 'lo_create', 'lo_from_bytea', 'pg_logical_emit_message'],
];
const IS_OPEN = (names: string) => `pronamespace = 'pg_catalog'::regnamespace and proname = any(${names})`;

/**
 * Lets the service roles log in with the password of the service address. Also revokes default privileges on temporary
 * tables, objects in the schema, and functions that bypass row-level security. Does nothing if the service has only an
 * administrator's address.
 */
export async function prepareRoles(administrator: string, service: string): Promise<void> {
  if (!isServingAddress(service)) return;
  const client = new pg.Client({ connectionString: administrator });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const { closed, all } = await stateOf(client);
      const logIn = all && (await logsIn(service));
      if (closed && logIn) return;
      try {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock($1)', [ROLES_LOCK]);
        if (!closed) await client.query(CLOSE_DATABASE);
        if (!logIn) await letLogIn(client, decodeURIComponent(new URL(service).password));
        await client.query('commit');
        return;
      } catch (error) {
        await client.query('rollback');
        if ((error as { code?: string }).code !== CHANGED_MEANWHILE || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  } finally {
    await client.end();
  }
}

const CLOSE_DATABASE = `
  do $$ declare open record; begin
    execute format('revoke temporary on database %I from public', current_database());
    revoke create on schema public from public;
    -- The parameters of these functions depend on the server version.
    for open in select oid::regprocedure as name from pg_proc where ${IS_OPEN(`'{${OPEN_FUNCTIONS.join()}}'`)} loop
      execute format('revoke execute on function %s from public', open.name);
    end loop;
    grant execute on function pg_stat_get_activity(integer) to pg_read_all_stats;
  end $$`;

/** Returns two flags: `closed` if the default privileges are revoked, and `all` if all roles can log in. */
async function stateOf(client: pg.Client): Promise<{ closed: boolean; all: boolean }> {
  const { rows } = await client.query<{ closed: boolean; all: boolean }>(
    `select count(*) filter (where rolcanlogin) = cardinality($1::text[]) as all,
       not bool_or(has_database_privilege(oid, current_database(), 'temporary') or has_schema_privilege(oid, 'public', 'create')
         or exists (select from pg_proc p where ${IS_OPEN('$2')} and has_function_privilege(r.oid, p.oid, 'execute'))) as closed
     from pg_roles r where rolname = any($1)`,
    [Object.values(ROLES), OPEN_FUNCTIONS],
  );
  return rows[0]!;
}

async function logsIn(service: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: service });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (REFUSED_TO_LOG_IN.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  } finally {
    await client.end();
  }
}

async function letLogIn(client: pg.Client, password: string): Promise<void> {
  const secret = password === '' ? '' : ` password '${scramVerifier(password)}'`;
  for (const role of Object.values(ROLES)) await client.query(`alter role ${role} login${secret}`);
}

/**
 * Returns the SCRAM verifier of a password (RFC 5802, RFC 7677). With the verifier instead of the password, neither the
 * server nor its log sees the password.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}
