import type { AuditContext } from '../audit/audit-context.js';
import { insertAuditEntry } from '../audit/audit-entry.query.js';
import { newId } from '../id/id.js';
import type { Statement } from '../sql/statement.js';
import type { Announcement } from './event-type.js';
import { insertEntryAndEvents, insertEvents } from './outbox.query.js';

/** What is told of an act: its entry in the audit log and its events. */
export interface Note {
  /** Undefined where the service noticed it by itself. */
  readonly act: AuditContext | undefined;
  /** Whether it is entered in the audit log, beside its events. */
  readonly isEntry: boolean;
  /** Whether it is entered although nothing else is changed, such as a sign-in. */
  readonly isAlone?: boolean;
  /** What it was done to, where the act does not say so beforehand. */
  readonly resourceId: string | null;
  readonly events: readonly Announcement[];
}

/** A note that waits in the directory, as it is kept there. */
export interface NoteToCarry extends Record<string, unknown> {
  readonly id: string;
  readonly note: Note;
}

/**
 * Notes in the directory, in the transaction of a change there, what is to be told in the shard of the workspace. Its events have
 * their ids from here on, so that they are the same however often it is carried.
 */
export function insertNoteToCarry(workspaceId: string, note: Note): Statement {
  const events = note.events.map((event) => ({ id: newId(), ...event }));
  return {
    text: `
      insert into kernel_notes_to_carry (workspace_id, id, note) select $1, $2, $3
      where $4::boolean or pg_current_xact_id_if_assigned() is not null`,
    values: [workspaceId, newId(), JSON.stringify({ ...note, events }), events.length > 0 || note.isAlone],
  };
}

/** The workspaces of which the directory has notes to carry. */
export const WORKSPACES_TO_TELL: Statement = {
  text: `select distinct workspace_id as id from kernel_notes_to_carry`,
  values: [],
};

/** The notes of a workspace in the directory, in their order. */
export function selectNotesToCarry(workspaceId: string): Statement {
  const text = `select id, note from kernel_notes_to_carry where workspace_id = $1 order by id`;
  return { text, values: [workspaceId] };
}

/** Takes up a note in the shard; answers no row where that was done before. Who does the same meanwhile waits for the end. */
export function markCarried(workspaceId: string, id: string): Statement {
  return {
    text: `
      insert into kernel_carried_notes (workspace_id, id, at) values ($1, $2, now())
      on conflict do nothing returning id`,
    values: [workspaceId, id],
  };
}

/** Writes a note where it belongs; none where it says nothing. */
export function tell(workspaceId: string, { act, isEntry, isAlone, resourceId, events }: Note): Statement | null {
  if (act && isEntry && events.length > 0) return insertEntryAndEvents(workspaceId, act, resourceId, events);
  if (act && isEntry) return insertAuditEntry(workspaceId, act, resourceId, isAlone);
  return events.length > 0 ? insertEvents(workspaceId, events, act) : null;
}

export function deleteNotesToCarry(workspaceId: string, ids: readonly string[]): Statement {
  const text = `delete from kernel_notes_to_carry where workspace_id = $1 and id = any($2::uuid[])`;
  return { text, values: [workspaceId, ids] };
}

/** Forgets which notes were carried long ago, when none of them can come again. */
export function forgetCarried(before: Date): Statement {
  return { text: `delete from kernel_carried_notes where at < $1`, values: [before] };
}
