import { Injectable } from '@nestjs/common';
import type { MemberRole, UnitOfWork } from '@app/kernel';
import { Clock, Database, newId, Settings } from '@app/kernel';
import { Workspaces } from '@app/workspace';
import { invitationEvents, memberEvents } from '../identity.events.js';
import { AlreadyMember, InvitationLimitReached, InvitationNotFound, MAX_INVITATIONS } from '../identity.problems.js';
import { hashSessionToken, isSessionToken, newSessionToken } from '../sessions/session-token.js';
import { Invitation, Member } from '../users/member.entity.js';
import type { Actor } from '../users/member.query.js';
import { addMember, lockActor } from '../users/member.query.js';
import type { Person } from '../users/users.service.js';
import type { CreateInvitationRequest } from './member.request.js';

/** Serializes changes to the invitations of a workspace, so that the limit holds and addresses stay unique. */
const LOCK = 'identity_invitations';
const VALID_DAYS = 7;
const DAY_MS = 86_400_000;

export interface OpenedInvitation {
  readonly workspaceId: string;
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly workspaceName: string;
}

/** Manages invitations. Their tokens have 256 random bits and are stored as hashes. */
@Injectable()
export class Invitations {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly workspaces: Workspaces,
  ) {}

  list(workspaceId: string): Promise<Invitation[]> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) =>
      work.em.find(Invitation, this.open(work), { orderBy: { id: 'asc' } }),
    );
  }

  /** @throws InvitationNotFound */
  get(workspaceId: string, id: string): Promise<Invitation> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => this.find(work, id));
  }

  /**
   * Invites an address and replaces its open invitation. Returns the invitation and the URL of its page.
   * @throws AuthInvalidToken if the inviting member is no longer an owner; AlreadyMember; InvitationLimitReached
   */
  create(
    workspaceId: string,
    request: CreateInvitationRequest,
    actor: Actor,
  ): Promise<{ invitation: Invitation; url: string }> {
    const token = newSessionToken();
    const email = request.email.toLowerCase();
    return this.database.transaction({ workspaceId }, async (work) => {
      // Members are locked before invitations, in the same order as when a member is removed.
      await lockActor(work, actor);
      await work.lockName(LOCK);
      if ((await work.em.count(Member, { workspaceId, email, leftAt: null })) > 0) throw AlreadyMember();
      const now = this.clock.now();
      const replaced = await work.query<{ id: string; open: boolean }>({
        text: `
          delete from identity_invitations where workspace_id = $1 and (email = $2 or expires_at <= $3)
          returning id, expires_at > $3 as open`,
        values: [workspaceId, email, now],
      });
      for (const { id, open } of replaced) if (open) work.announce(invitationEvents.revoked(id));
      if ((await work.em.count(Invitation, { workspaceId })) >= MAX_INVITATIONS) throw InvitationLimitReached();
      const id = newId();
      const invitation = work.em.create(Invitation, {
        ...{
          workspaceId,
          id,
          email,
          role: request.role,
          invitedBy: actor.memberId,
          tokenHash: hashSessionToken(token),
          createdAt: now,
        },
        expiresAt: new Date(now.getTime() + VALID_DAYS * DAY_MS),
      });
      work.audit(id);
      work.announce(invitationEvents.created(id));
      return { invitation, url: `${this.settings.baseUrl}/invitations/${token}` };
    });
  }

  /** @throws InvitationNotFound */
  revoke(workspaceId: string, id: string): Promise<Invitation> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await work.lockName(LOCK);
      const invitation = await this.find(work, id);
      work.em.remove(invitation);
      work.announce(invitationEvents.revoked(id));
      return invitation;
    });
  }

  /** Revokes the open invitations of a member who is no longer an owner. */
  async revokeOf(work: UnitOfWork, memberId: string): Promise<void> {
    await work.lockName(LOCK);
    const revoked = await work.query<{ id: string; open: boolean }>({
      text: `
        delete from identity_invitations where workspace_id = $1 and invited_by = $2 returning id, expires_at > $3 as open`,
      values: [work.workspaceId, memberId, this.clock.now()],
    });
    for (const { id, open } of revoked) if (open) work.announce(invitationEvents.revoked(id));
  }

  /** Returns the open invitation of a token; null for any other token. */
  async opened(token: string): Promise<OpenedInvitation | null> {
    if (!isSessionToken(token)) return null;
    const [found] = await this.database.single<Omit<OpenedInvitation, 'workspaceName'> & Record<string, unknown>>(
      { secrets: true },
      {
        text: `
          select workspace_id as "workspaceId", id, email, role from identity_presented_invitation($1) where expires_at > $2`,
        values: [hashSessionToken(token), this.clock.now()],
      },
    );
    if (found === undefined) return null;
    const { name } = await this.workspaces.current(found.workspaceId);
    return { ...found, workspaceName: name };
  }

  /** Makes the invited user a member. Returns false if the invitation is no longer open or is for another address. */
  accept({ workspaceId, id }: OpenedInvitation, person: Person): Promise<boolean> {
    return this.database.transaction({ workspaceId, secrets: true }, async (work) => {
      await work.lockName(LOCK);
      const now = this.clock.now();
      const [accepted] = await work.query<{ role: MemberRole }>({
        text: `
          delete from identity_invitations where workspace_id = $1 and id = $2 and email = $3 and expires_at > $4
          returning role`,
        values: [workspaceId, id, person.email, now],
      });
      if (accepted === undefined) return false;
      work.announce(invitationEvents.accepted(id));
      const [member] = await work.query<{ id: string }>(addMember(workspaceId, person.id, accepted.role, now));
      if (member !== undefined) {
        work.audit(member.id);
        work.announce(memberEvents.joined(member.id));
      }
      return true;
    });
  }

  private async find(work: UnitOfWork, id: string): Promise<Invitation> {
    const invitation = await work.em.findOne(Invitation, { ...this.open(work), id });
    if (invitation === null) throw InvitationNotFound(id);
    return invitation;
  }

  private open({ workspaceId }: UnitOfWork) {
    return { workspaceId, expiresAt: { $gt: this.clock.now() } };
  }
}
