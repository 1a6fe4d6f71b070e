import type { Statement } from '../sql/statement.js';

/**
 * How far a move has come. `copying`: what is at the target counts for nothing. `following`: the target has what the source had, and gets
 * what changes. `closing`: writes are stopped. `switched`: the workspace is at the target; both sides have yet to be told.
 */
export type MoveStep = 'copying' | 'following' | 'closing' | 'switched';

/** A move that is under way, as the directory keeps it. */
export interface Move extends Record<string, unknown> {
  readonly workspaceId: string;
  readonly source: string;
  readonly target: string;
  readonly step: MoveStep;
  /** How often writes were stopped for it. */
  readonly attempt: number;
}

/** What a shard says of a workspace: see the migration of `kernel_stays`. */
export type StayState = 'here' | 'leaving' | 'closing' | 'closed' | 'gone' | 'cleared' | 'arriving' | 'arrived';

const MOVE = `workspace_id as "workspaceId", source, target, step, attempt`;

/** Nobody who lost the process that stopped writes waits longer for them to go on; and no switch comes later. */
const MAX_STOP_SECONDS = 3;

/** The move of a workspace, where one is under way. */
export function selectMove(workspaceId: string): Statement {
  return { text: `select ${MOVE} from kernel_moves where workspace_id = $1`, values: [workspaceId] };
}

export function insertMove(workspaceId: string, source: string, target: string, attempt: number): Statement {
  return {
    text: `
      insert into kernel_moves (workspace_id, source, target, step, attempt) values ($1, $2, $3, 'copying', $4)
      returning ${MOVE}`,
    values: [workspaceId, source, target, attempt],
  };
}

/** Takes a move from one step to the next; answers no row where another process did, or took it elsewhere. */
export function takeStep({ workspaceId, step, attempt }: Move, next: MoveStep): Statement {
  return {
    text: `
      update kernel_moves set step = $4, attempt = attempt + ($4 = 'closing')::int, at = clock_timestamp()
      where workspace_id = $1 and step = $2 and attempt = $3 returning ${MOVE}`,
    values: [workspaceId, step, attempt, next],
  };
}

/**
 * Decides that a workspace is at the target from now on: what makes it so in the directory commits with the step. Answers no row where
 * the writes were let go on meanwhile, or had been stopped for too long.
 */
export function switchPlacement({ workspaceId, attempt, source, target }: Move): Statement {
  return {
    text: `
      with switched as (
        update kernel_moves set step = 'switched', at = clock_timestamp()
        where workspace_id = $1 and step = 'closing' and attempt = $2
          and at > clock_timestamp() - interval '${MAX_STOP_SECONDS} seconds'
        returning ${MOVE}
      ), placed as (
        insert into kernel_placements (workspace_id, shard) select $1, $4 from switched
        on conflict (workspace_id) do update set shard = excluded.shard
      ), counted as (
        insert into kernel_shards as s (name, workspaces) select name, by from switched, (values ($3, -1), ($4, 1)) as n (name, by)
        on conflict (name) do update set workspaces = greatest(s.workspaces + excluded.workspaces, 0)
      )
      select * from switched`,
    values: [workspaceId, attempt, source, target],
  };
}

/** Moves whose process has died with writes stopped, or before both sides were told of the switch. */
export const ABANDONED_MOVES: Statement = {
  text: `
    select ${MOVE} from kernel_moves
    where step in ('closing', 'switched') and at < clock_timestamp() - interval '${MAX_STOP_SECONDS} seconds'`,
  values: [],
};

/** Forgets a move that has come to its end; one that another process began since is left alone. */
export function deleteMove({ workspaceId, step, attempt }: Move): Statement {
  return {
    text: `delete from kernel_moves where workspace_id = $1 and step = $2 and attempt = $3`,
    values: [workspaceId, step, attempt],
  };
}

/** What a shard says of a workspace; no row where it was never moved. */
export function selectStay(workspaceId: string): Statement {
  return {
    text: `select state, epoch, attempt from kernel_stays where workspace_id = $1`,
    values: [workspaceId],
  };
}

/** Says so from now on, whatever was said before. */
export function putStay(workspaceId: string, state: StayState, epoch: number): Statement {
  return {
    text: `
      insert into kernel_stays (workspace_id, state, epoch) values ($1, $2, $3)
      on conflict (workspace_id) do update set state = excluded.state, epoch = excluded.epoch, since = now()`,
    values: [workspaceId, state, epoch],
  };
}

/**
 * Says so from now on where one of the former states is in force, in the same attempt to stop writes; answers no row otherwise. A
 * process that comes late with what it wanted to do for an earlier attempt changes nothing.
 */
export function changeStay(
  { workspaceId, attempt }: Pick<Move, 'workspaceId' | 'attempt'>,
  former: readonly StayState[],
  state: StayState,
): Statement {
  return {
    text: `
      update kernel_stays set state = $3, since = now() where workspace_id = $1 and state = any($2) and attempt = $4
      returning state`,
    values: [workspaceId, former, state, attempt],
  };
}

/** Begins an attempt: the state that `changeStay` goes on from. */
export function beginAttempt(
  { workspaceId, attempt }: Pick<Move, 'workspaceId' | 'attempt'>,
  former: StayState,
  state: StayState,
): Statement {
  return {
    text: `
      update kernel_stays set state = $3, since = now(), attempt = $4 where workspace_id = $1 and state = $2 and attempt <= $4
      returning state`,
    values: [workspaceId, former, state, attempt],
  };
}

/** Forgets what was noted of a workspace that left or stays; not of one that has begun to leave again. */
export function deleteChanges(workspaceId: string): Statement {
  return {
    text: `
      delete from kernel_changes where workspace_id = $1
        and not exists (select from kernel_stays where workspace_id = $1 and state in ('leaving', 'closing', 'closed'))`,
    values: [workspaceId],
  };
}

/** Workspaces that left a shard before an instant, and of which rows may still be there. */
export function leftBehind(before: Date): Statement {
  return {
    text: `select workspace_id as "workspaceId" from kernel_stays where state = 'gone' and since < $1`,
    values: [before],
  };
}

/** Deletes some of the rows that a workspace left behind in a table. */
export function clearMoved(
  workspaceId: string,
  { name, workspaceColumn }: { readonly name: string; readonly workspaceColumn: string },
  most: number,
): Statement {
  return {
    text: `select kernel_clear_moved($1, $2::regclass, $3, $4)::int as cleared`,
    values: [workspaceId, name, workspaceColumn, most],
  };
}

/** Says that nothing of the workspace is left; whoever still looks for it here is sent on all the same. */
export function putCleared(workspaceId: string): Statement {
  return {
    text: `update kernel_stays set state = 'cleared', since = now() where workspace_id = $1 and state = 'gone'`,
    values: [workspaceId],
  };
}
