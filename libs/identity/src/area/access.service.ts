import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { AccountAct } from '../audit/account-log.service.js';
import { AccountLog } from '../audit/account-log.service.js';
import { Grants } from '../grants/grants.service.js';
import { ApiKeys } from '../keys/api-keys.service.js';
import type { Membership } from '../users/member.query.js';
import { Devices } from '../sessions/devices.service.js';

const NEWS_DAYS = 30;

export interface News {
  readonly kind: 'device' | 'key' | AccountAct['kind'];
  /** Name of the key or browser, or the number of rejected sign-ins; empty for other actions. */
  readonly name: string;
  readonly at: string;
}

@Injectable()
export class Access {
  constructor(
    private readonly keys: ApiKeys,
    private readonly grants: Grants,
    private readonly devices: Devices,
    private readonly clock: Clock,
    private readonly log: AccountLog,
  ) {}

  /**
   * Records a password change. Forgets the user's other browsers, revokes the keys of the memberships and ends the
   * user's grants.
   */
  async passwordChanged(personId: string, memberships: readonly Membership[], device?: string): Promise<void> {
    await this.devices.forgetOthers(personId, device);
    await this.log.changed(personId);
    for (const membership of memberships) {
      await this.keys.revokeOf(membership);
      await this.grants.endOf(membership.workspaceId, personId);
    }
  }

  /** Returns the new keys, new browsers and account actions of the last 30 days, newest first and at most 20. */
  async newsFor(userId: string, memberships: readonly Membership[]): Promise<News[]> {
    const since = new Date(this.clock.now().getTime() - NEWS_DAYS * 86_400_000);
    const devices = await this.devices.newSince(userId, since);
    const keys = (
      await Promise.all(memberships.map(({ workspaceId, memberId }) => this.keys.list(workspaceId, memberId)))
    ).flat();
    // Account actions are logged in each of the user's workspaces, so any one log contains all of them.
    const acts = memberships[0] === undefined ? [] : await this.log.since(memberships[0].workspaceId, userId, since);
    const news: News[] = [
      ...acts.map(({ kind, count, at }) => ({ kind, name: kind === 'refused' ? String(count) : '', at })),
      ...devices.map(({ name, createdAt }) => ({ kind: 'device' as const, name, at: createdAt })),
      ...keys.map(({ name, createdAt }) => ({ kind: 'key' as const, name, at: createdAt })),
    ];
    const latest = news.filter(({ at }) => new Date(at) > since).toSorted((a, b) => b.at.localeCompare(a.at));
    return latest.slice(0, 20);
  }
}
