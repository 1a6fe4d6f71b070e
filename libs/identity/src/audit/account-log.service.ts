import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { auditContextOf, Clock, currentAudit, Database, insertAuditEntry, Log } from '@app/kernel';
import type { AuditContext } from '@app/kernel';
import { Users } from '../users/users.service.js';

/**
 * What happens to an account, in the audit log of each workspace that its person owns: sign-ins, refused ones and changes of
 * the password.
 */
@Injectable()
export class AccountLog {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Notes a sign-in of a person. */
  async signedIn(request: Request, person: { readonly id: string; readonly email: string }): Promise<void> {
    const actor = { kind: 'person' as const, id: person.id, name: person.email };
    await this.enter(person.id, auditContextOf(request, actor, this.clock.now(), person.id));
  }

  /** Notes a refused sign-in, if the e-mail is somebody's. Nobody waits for it: the time must not tell whether it is. */
  refused(request: Request, email: string): void {
    const enter = async (): Promise<void> => {
      const id = await this.users.idOf(email);
      if (id === null) return;
      const act = auditContextOf(request, { kind: 'person', id: null, name: email }, this.clock.now(), id);
      await this.enter(id, { ...act, action: `${act.action} (refused)` });
    };
    enter().catch((error: unknown) => this.log.warn({ err: error }, 'a refused sign-in was not noted'));
  }

  /** Notes what is being done, to the account of a person. */
  async changed(personId: string): Promise<void> {
    const act = currentAudit();
    if (act) await this.enter(personId, { ...act, resourceId: personId });
  }

  private async enter(personId: string, act: AuditContext): Promise<void> {
    for (const workspaceId of await this.users.workspacesOf(personId))
      await this.database.single({ workspaceId }, insertAuditEntry(workspaceId, act, null, true), {
        writesAuditEntry: true,
      });
  }
}
