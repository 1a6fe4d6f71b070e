import type { AuditContext } from '../audit/audit-context.js';
import { insertAuditEntry } from '../audit/audit-entry.query.js';
import type { Statement } from '../sql/statement.js';
import { newId } from '../id/id.js';
import type { Announcement } from './event-type.js';

const INSERT = `insert into kernel_outbox
  (workspace_id, epoch, id, type, subject_id, changed, data, at, actor_kind, actor_id, actor_name, request_id)`;

/** An act with its entry in the audit log and its events. */
export interface Note {
  /** Undefined if the service itself noticed the events. */
  readonly act: AuditContext | undefined;
  /** True if the audit log gets an entry beside the events. */
  readonly isEntry: boolean;
  /** ID of the changed resource if the act does not name it beforehand. */
  readonly resourceId: string | null;
  readonly events: readonly Announcement[];
}

/** Writes a note; null if it holds neither an entry nor an event. */
export function insertNote(workspaceId: string, { act, isEntry, resourceId, events }: Note): Statement | null {
  if (act && isEntry && events.length > 0) return insertEntryAndEvents(workspaceId, act, resourceId, events);
  if (act && isEntry) return insertAuditEntry(workspaceId, act, resourceId);
  return events.length > 0 ? insertEvents(workspaceId, events, act) : null;
}

/**
 * Writes events in the transaction of their change.
 * @param act who did it; undefined where the service noticed it by itself
 */
function insertEvents(workspaceId: string, events: readonly Announcement[], act: AuditContext | undefined): Statement {
  const values: unknown[] = [workspaceId];
  return { name: 'kernel.announce', text: insertSeveral(events, act, values), values };
}

/** Notes an act within the transaction that carries it out, and writes the events of what it did. */
function insertEntryAndEvents(
  workspaceId: string,
  act: AuditContext,
  resourceId: string | null,
  events: readonly Announcement[],
): Statement {
  const entry = insertAuditEntry(workspaceId, act, resourceId);
  const values = [...entry.values];
  return {
    name: 'kernel.note-and-announce',
    text: `with announced as (${insertSeveral(events, act, values)}) ${entry.text}`,
    values,
  };
}

/**
 * Writes an event by the statement that makes its change, as one more of its parts.
 * @param values of the statement; what the part needs is added to them, and the first is the workspace
 * @param source the part that has a row where the change was made
 */
export function eventPart(
  { type, subjectId, changed, data }: Announcement,
  act: AuditContext | undefined,
  values: unknown[],
  source: string,
): string {
  const at = (n: number) => `$${values.length + n}`;
  const part = `
    announced as (
      ${INSERT} select $1, kernel_epoch_of($1), ${at(6)}::uuid, ${at(7)}, ${at(8)}, ${at(9)}::text[], ${at(10)}::jsonb, ${actorColumns(at)}
      from ${source})`;
  values.push(...actorValues(act), newId(), type, subjectId, changed, data);
  return part;
}

function insertSeveral(events: readonly Announcement[], act: AuditContext | undefined, values: unknown[]): string {
  const at = (n: number) => `$${values.length + n}`;
  const text = `
    ${INSERT} select $1::uuid, kernel_epoch_of($1), e.id, e.type, e."subjectId", e.changed, e.data, ${actorColumns(at)}
    from jsonb_to_recordset(${at(6)}) as e (id uuid, type text, "subjectId" text, changed text[], data jsonb)`;
  values.push(...actorValues(act), JSON.stringify(events.map((event) => ({ id: newId(), ...event }))));
  return text;
}

function actorColumns(at: (n: number) => string): string {
  return `coalesce(${at(1)}::timestamptz, clock_timestamp()), ${at(2)}, ${at(3)}::uuid, ${at(4)}, ${at(5)}`;
}

/** A person's e-mail is not told: the feed names people by their ids alone. */
function actorValues(act: AuditContext | undefined): unknown[] {
  const { kind, id, name } = act?.actor ?? { kind: 'service', id: null, name: null };
  return [act?.at ?? null, kind, id, kind === 'person' ? null : name, act?.requestId ?? null];
}
