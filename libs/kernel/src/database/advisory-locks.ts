import { isId } from '../id/id.js';
import type { Statement } from '../sql/statement.js';
import type { LockTimeout } from './retry.js';

/** Advisory lock key of all work in workspaces; any 31-bit constant works. */
const ACTIVE_WORK = 827_190_267;

export type Locks = 'shared' | 'exclusive';

const KEY = `hashtextextended($1, 0)`;
const WORKSPACE_LOCKS: Readonly<Record<Locks, string>> = {
  shared: `pg_advisory_xact_lock_shared(${KEY})`,
  exclusive: `pg_advisory_xact_lock(${KEY})`,
};
/** Maximum duration of a statement that only reads. */
export const READ_TIMEOUT = '15s';

const BIND = `set_config('app.workspace_id', $1, true)`;
const BE_PATIENT = `set_config('lock_timeout', $2, true)`;

export function boundTo(workspaceId: string): Statement {
  return { name: 'kernel.bind', text: `select ${BIND}`, values: [workspaceId] };
}

/** Returns SQL that begins a transaction in a workspace; an empty string means no workspace. */
export function beginIn(workspaceId: string): string {
  return workspaceId === '' ? 'begin' : `begin; ${setLocal('app.workspace_id', workspaceId)}`;
}

/** Returns SQL that begins a read-only transaction in a workspace, with at most 15 s for each statement. */
export function beginReadingIn(workspaceId: string): string {
  return `begin read only; ${setLocal('app.workspace_id', workspaceId)}; set local statement_timeout to '${READ_TIMEOUT}'`;
}

/** Returns SQL that begins a read-only transaction bound to the rows of a user. */
export function beginReadingFor(userId: string): string {
  return `begin read only; ${setLocal('app.user_id', userId)}`;
}

function setLocal(setting: string, id: string): string {
  return `set local ${setting} to '${trusted(id)}'`;
}

/** Returns SQL that begins a transaction with the exported snapshot of another transaction. */
export function readingAt(snapshot: string): string {
  if (!/^[0-9A-F-]+$/i.test(snapshot)) throw new Error('expected the name of a snapshot');
  return `begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`;
}

/**
 * Returns a statement that makes a transaction read-only, binds it to a workspace, and limits the duration of its
 * statements to 15 s.
 */
export function readingIn(workspaceId: string): Statement {
  const text = `select ${BIND}, set_config('transaction_read_only', 'on', true), set_config('statement_timeout', '${READ_TIMEOUT}', true)`;
  return { name: 'kernel.bind-reading', text, values: [workspaceId] };
}

export function waitingIn(workspaceId: string, lockTimeout: LockTimeout): Statement {
  return { name: 'kernel.bind-waiting', text: `select ${BIND}, ${BE_PATIENT}`, values: [workspaceId, lockTimeout] };
}

export function workingIn(workspaceId: string, locks: Locks, lockTimeout: LockTimeout): Statement {
  const text = `select ${BIND}, ${BE_PATIENT}, ${locksText(locks)}`;
  return { name: `kernel.bind-${locks}`, text, values: [workspaceId, lockTimeout] };
}

export function locksOf(workspaceId: string, locks: Locks): Statement {
  return { name: `kernel.lock-${locks}`, text: `select ${locksText(locks)}`, values: [workspaceId] };
}

function locksText(locks: Locks): string {
  return `${publishStartSecond('$1')}, pg_advisory_xact_lock_shared(${ACTIVE_WORK}), ${WORKSPACE_LOCKS[locks]}`;
}

export const ACTIVE_WORK_HOLDERS: Statement = {
  text: `
    select virtualtransaction from pg_locks
    where locktype = 'advisory' and objid = $1 and classid = 0 and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
  values: [ACTIVE_WORK],
};

/**
 * Returns a statement that reads the time at which the oldest running work in a workspace started. If no work is
 * running, it reads the current time.
 */
export function safeReadHorizonOf(workspaceId: string): Statement {
  return {
    text: `
      select least(clock_timestamp(), to_timestamp(min(objid::bigint))) ::text as instant from pg_locks
      where locktype = 'advisory' and objsubid = 2 and granted
        and classid = (hashtext('${trusted(workspaceId)}')::bigint & 4294967295)::oid
        and database = (select oid from pg_database where datname = current_database())`,
    values: [],
  };
}

/**
 * Returns SQL that acquires a shared lock whose key is the second in which the work started. Until the work ends, other
 * sessions see the lock in pg_locks.
 */
function publishStartSecond(workspace: string): string {
  return `pg_advisory_xact_lock_shared(hashtext(${workspace}), floor(extract(epoch from clock_timestamp()))::int)`;
}

/**
 * Returns an ID that is safe to put into the text of a query.
 * @throws Error if the value is not an ID
 */
function trusted(id: string): string {
  if (!isId(id)) throw new Error('expected an id');
  return id;
}
