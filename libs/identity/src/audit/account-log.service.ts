import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { auditContextOf, Clock, currentAudit, Database, insertAuditEntry, Log } from '@app/kernel';
import type { AuditContext } from '@app/kernel';
import { Users } from '../users/users.service.js';

/** Audited actions that the account page shows, by kind. */
const SHOWN_ACTIONS = {
  password: ['POST /developers/account/password', 'user reset-password'],
  'factor-on': ['POST /developers/account/second-factor/confirm'],
  'factor-off': ['POST /developers/account/second-factor/end', 'user reset-second-factor'],
  codes: ['POST /developers/account/second-factor/codes'],
  refused: ['POST /developers/sign-in (refused)', 'POST /developers/sign-in/code (refused)'],
} as const;
const MAX_SHOWN = 20;

/** An account action, or the number of rejected sign-ins and the time of the last one. */
export interface AccountAct extends Record<string, unknown> {
  readonly kind: keyof typeof SHOWN_ACTIONS;
  readonly count: number;
  readonly at: string;
}

/** Records account actions in the audit log of every workspace of the user. */
@Injectable()
export class AccountLog {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async signedIn(request: Request, person: { readonly id: string; readonly email: string }): Promise<void> {
    const actor = { kind: 'person' as const, id: person.id, name: person.email };
    await this.record(person.id, auditContextOf(request, actor, this.clock.now(), person.id));
  }

  /**
   * Records a rejected sign-in of an existing user. Callers do not wait for it, so that the response time does not
   * reveal whether the user exists.
   */
  refused(request: Request, email: string): void {
    const write = async (): Promise<void> => {
      const id = await this.users.idOf(email);
      if (id === null) return;
      const act = auditContextOf(request, { kind: 'person', id: null, name: email }, this.clock.now(), id);
      await this.record(id, { ...act, action: `${act.action} (refused)` });
    };
    write().catch((error: unknown) => this.log.warn({ err: error }, 'a rejected sign-in was not recorded'));
  }

  async changed(personId: string): Promise<void> {
    const act = currentAudit();
    if (act) await this.record(personId, { ...act, resourceId: personId });
  }

  /**
   * Returns the account actions that the account page shows, newest first, from the audit log of one of the user's
   * workspaces.
   */
  since(workspaceId: string, personId: string, since: Date): Promise<AccountAct[]> {
    const kinds = Object.entries(SHOWN_ACTIONS).flatMap(([kind, actions]) =>
      actions.map((action) => ({ kind, action })),
    );
    return this.database.read<AccountAct>(workspaceId, {
      text: `
        select kind, count(*)::int as count, instant_text(max(at)) as at
        from (select * from kernel_audit_log($1) where resource_id = $2 and at > $3) acts
        join unnest($4::text[], $5::text[]) shown (kind, action) using (action)
        -- Refused sign-ins form one row, other actions one row each.
        group by kind, case when kind <> 'refused' then id end order by max(at) desc limit ${MAX_SHOWN}`,
      values: [workspaceId, personId, since, kinds.map(({ kind }) => kind), kinds.map(({ action }) => action)],
    });
  }

  private async record(personId: string, act: AuditContext): Promise<void> {
    for (const { workspaceId } of await this.users.membershipsOf(personId))
      await this.database.single({ workspaceId }, insertAuditEntry(workspaceId, act, null, true));
  }
}
