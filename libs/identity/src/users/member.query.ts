import type { MemberRole, Principal, Statement, UnitOfWork } from '@app/kernel';
import { AuthInvalidToken, newId } from '@app/kernel';

export interface Membership {
  readonly workspaceId: string;
  readonly memberId: string;
  readonly role: MemberRole;
}

/**
 * Makes a user a member. Restores the row of a former member, with its ID and name. Returns no row if the user is
 * already a member.
 */
export function addMember(workspaceId: string, userId: string, role: MemberRole, now: Date): Statement {
  return {
    text: `
      insert into identity_members as former (workspace_id, id, user_id, email, name, role, joined_at)
      select $1, $2, id, email, left(split_part(email, '@', 1), 120), $4, $5 from identity_users where id = $3
      on conflict (workspace_id, user_id) do update
        set email = excluded.email, role = excluded.role, joined_at = excluded.joined_at, left_at = null
        where former.left_at is not null
      returning id`,
    values: [workspaceId, newId(), userId, role, now],
  };
}

/**
 * True if the ID of a member or user belongs to a current member. Locks the member until the transaction ends, so that
 * a new credential is either rejected here or ended when the member leaves.
 */
export async function isCurrentMember(work: UnitOfWork, id: string): Promise<boolean> {
  const text = `
    select from identity_members where workspace_id = $1 and (id = $2 or user_id = $2) and left_at is null for share`;
  return (await work.query({ text, values: [work.workspaceId, id] })).length > 0;
}

/** Member who acts, with the role that the request was checked with. */
export type Actor = Pick<Principal, 'memberId' | 'role'>;

/**
 * Locks the acting member until the transaction ends. Call it before every change that gives rights to somebody: the
 * member may have been removed or demoted since the request was authenticated. Keys from the command line have no member.
 * @throws AuthInvalidToken if the member has left, or was an owner and no longer is one
 */
export async function lockActor(work: UnitOfWork, { memberId, role }: Actor): Promise<void> {
  if (memberId === null) return;
  const text = `
    select from identity_members
    where workspace_id = $1 and id = $2 and left_at is null and (role = 'owner' or $3 <> 'owner') for share`;
  const found = await work.query({ text, values: [work.workspaceId, memberId, role] });
  if (found.length === 0) throw AuthInvalidToken(true);
}
