import { isId } from '../request/id.js';
import type { Statement } from './statement.js';

/** Any 31-bit number will do, as long as every process takes the same one: all work in workspaces shares this lock. */
const RUNNING_WORK = 827_190_267;
/** Held by those who change what all writers rely on: shared within a workspace, alone across all of them. */
const RELIED_ON = 827_190_268;
/** Stands for all workspaces where work says since when it runs. */
const EVERYWHERE = '*';

/** Which locks a unit of work takes on its workspace, whose key is given. */
export type Locks = (key: string) => string;

export const SHARED: Locks = (key) => `pg_advisory_xact_lock_shared(${key})`;
export const ALONE: Locks = (key) => `pg_advisory_xact_lock_shared(${RELIED_ON}), pg_advisory_xact_lock(${key})`;

/** Takes the locks of an administrator whose work no change of what writers rely on may meet (decision 0010). */
export const ALONE_EVERYWHERE = `select pg_advisory_xact_lock(${RELIED_ON}), ${sinceNow(EVERYWHERE)}`;

/** Binds a transaction to a workspace. */
export function boundTo(workspaceId: string): string {
  return `set local app.workspace_id = '${trusted(workspaceId)}'`;
}

/** Binds a transaction to what belongs to a person. */
export function forUser(userId: string): string {
  return `set local app.user_id = '${trusted(userId)}'`;
}

/** Takes the locks that work in a workspace holds until it ends. */
export function locksOf(workspaceId: string, locks: Locks): string {
  const id = trusted(workspaceId);
  return `select ${sinceNow(id)}, pg_advisory_xact_lock_shared(${RUNNING_WORK}), ${locks(`hashtextextended('${id}', 0)`)}`;
}

/** Who does work in some workspace at the moment. */
export const HOLDERS_OF_RUNNING_WORK: Statement = {
  text: `
    select virtualtransaction from pg_locks
    where locktype = 'advisory' and objid = $1 and classid = 0 and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
  values: [RUNNING_WORK],
};

/** The instant since which no work that is still running in a workspace has been running; now where none is. */
export function settledInstant(workspaceId: string): Statement {
  return {
    text: `
      select least(clock_timestamp(), to_timestamp(min(objid::bigint))) ::text as instant from pg_locks
      where locktype = 'advisory' and objsubid = 2 and granted
        and classid in (${sinceKeys(workspaceId)})
        and database = (select oid from pg_database where datname = current_database())`,
    values: [],
  };
}

/** The keys under which work that concerns a workspace says since when it runs, as pg_locks shows them. */
function sinceKeys(workspaceId: string): string {
  return [trusted(workspaceId), EVERYWHERE].map((key) => `(hashtext('${key}')::bigint & 4294967295)::oid`).join(', ');
}

/** Work says by a lock since which second it runs, for everybody to see and until it ends. */
function sinceNow(workspaceId: string): string {
  return `pg_advisory_xact_lock_shared(hashtext('${workspaceId}'), floor(extract(epoch from clock_timestamp()))::int)`;
}

/** The scope is written into the statement's text, so nothing but an id may stand there. */
function trusted(id: string): string {
  if (!isId(id)) throw new Error('an id is expected');
  return id;
}
