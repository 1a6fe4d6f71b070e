import { isId } from '../id/id.js';
import type { Statement } from '../sql/statement.js';
import type { LockTimeout } from './retry.js';

/** Any 31-bit number will do, as long as every process takes the same one: all work in workspaces shares this lock. */
const ACTIVE_WORK = 827_190_267;
/** Held by those who change what all writers rely on: shared within a workspace, alone across all of them. */
const CONFIG_CHANGE = 827_190_268;
/** Stands for all workspaces where work says since when it runs. */
const EVERYWHERE = '*';

/** Which locks a unit of work takes on its workspace: one that it shares with others there, or one of its own. */
export type Locks = 'shared' | 'exclusive';

const KEY = `hashtextextended($1, 0)`;
const WORKSPACE_LOCKS: Readonly<Record<Locks, string>> = {
  shared: `pg_advisory_xact_lock_shared(${KEY})`,
  exclusive: `pg_advisory_xact_lock_shared(${CONFIG_CHANGE}), pg_advisory_xact_lock(${KEY})`,
};
const BIND = `set_config('app.workspace_id', $1, true)`;
const BE_PATIENT = `set_config('lock_timeout', $2, true)`;

/** Takes the locks of an administrator whose work no change of what writers rely on may meet (decision 0010). */
export const EXCLUSIVE_EVERYWHERE: Statement = {
  text: `select pg_advisory_xact_lock(${CONFIG_CHANGE}), ${publishStartSecond('$1')}`,
  values: [EVERYWHERE],
};

/** Binds a transaction to a workspace; to none with an empty text. */
export function boundTo(workspaceId: string): Statement {
  return { name: 'kernel.bind', text: `select ${BIND}`, values: [workspaceId] };
}

/** Begins a transaction that sees what one that is running exported. */
export function readingAt(snapshot: string): string {
  if (!/^[0-9A-F-]+$/i.test(snapshot)) throw new Error('the name of a snapshot is expected');
  return `begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`;
}

/** Binds a transaction to a workspace, and to reading. */
export function readingIn(workspaceId: string): Statement {
  const text = `select ${BIND}, set_config('transaction_read_only', 'on', true)`;
  return { name: 'kernel.bind-reading', text, values: [workspaceId] };
}

/** Binds a transaction to what belongs to a person. */
export function readingFor(userId: string): Statement {
  const text = `select set_config('app.user_id', $1, true), set_config('transaction_read_only', 'on', true)`;
  return { text, values: [userId] };
}

/** Binds a transaction to a workspace, and says how long it waits for a lock. */
export function waitingIn(workspaceId: string, lockTimeout: LockTimeout): Statement {
  return { name: 'kernel.bind-waiting', text: `select ${BIND}, ${BE_PATIENT}`, values: [workspaceId, lockTimeout] };
}

/** The same, and takes the locks that work in a workspace holds until it ends. */
export function workingIn(workspaceId: string, locks: Locks, lockTimeout: LockTimeout): Statement {
  const text = `select ${BIND}, ${BE_PATIENT}, ${locksText(locks)}`;
  return { name: `kernel.bind-${locks}`, text, values: [workspaceId, lockTimeout] };
}

/** Takes the locks that work in a workspace holds until it ends. */
export function locksOf(workspaceId: string, locks: Locks): Statement {
  return { name: `kernel.lock-${locks}`, text: `select ${locksText(locks)}`, values: [workspaceId] };
}

function locksText(locks: Locks): string {
  return `${publishStartSecond('$1')}, pg_advisory_xact_lock_shared(${ACTIVE_WORK}), ${WORKSPACE_LOCKS[locks]}`;
}

/** Who does work in some workspace at the moment. */
export const ACTIVE_WORK_HOLDERS: Statement = {
  text: `
    select virtualtransaction from pg_locks
    where locktype = 'advisory' and objid = $1 and classid = 0 and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
  values: [ACTIVE_WORK],
};

/** The instant since which no work that is still running in a workspace has been running; now where none is. */
export function safeReadHorizonOf(workspaceId: string): Statement {
  return {
    text: `
      select least(clock_timestamp(), to_timestamp(min(objid::bigint))) ::text as instant from pg_locks
      where locktype = 'advisory' and objsubid = 2 and granted
        and classid in (${startSecondKeys(workspaceId)})
        and database = (select oid from pg_database where datname = current_database())`,
    values: [],
  };
}

/** The keys under which work that concerns a workspace says since when it runs, as pg_locks shows them. */
function startSecondKeys(workspaceId: string): string {
  return [trusted(workspaceId), EVERYWHERE].map((key) => `(hashtext('${key}')::bigint & 4294967295)::oid`).join(', ');
}

/** Work says by a lock since which second it runs, for everybody to see and until it ends. */
function publishStartSecond(workspace: string): string {
  return `pg_advisory_xact_lock_shared(hashtext(${workspace}), floor(extract(epoch from clock_timestamp()))::int)`;
}

/** The keys are written into the statement's text, so nothing but an id may stand there. */
function trusted(id: string): string {
  if (!isId(id)) throw new Error('an id is expected');
  return id;
}
