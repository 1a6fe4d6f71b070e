import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@app/kernel';
import type { Person } from '../users/users.service.js';
import { hashSessionToken, isSessionToken, newSessionToken } from './session-token.js';

export interface Device {
  readonly name: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
}

const REMEMBERED_DAYS = 365;

/**
 * Browsers in which users have signed in (decision 0045). Each has its own limit of wrong passwords, so that attempts
 * from other browsers cannot lock out the owner.
 */
@Injectable()
export class Devices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** True if the user with this email address has signed in with this device cookie. */
  async isKnown(token: unknown, email: string): Promise<boolean> {
    if (!isSessionToken(token)) return false;
    const since = new Date(this.clock.now().getTime() - REMEMBERED_DAYS * 86_400_000);
    const rows = await this.database.single(
      { secrets: true },
      {
        text: `
          select from identity_devices d join identity_users u on u.id = d.user_id
          where u.email = $1 and d.token_hash = $2 and d.last_seen_at > $3`,
        values: [email, hashSessionToken(token), since],
      },
    );
    return rows.length > 0;
  }

  async known(token: string | undefined, email: string): Promise<string | undefined> {
    return (await this.isKnown(token, email)) ? token : undefined;
  }

  /**
   * Remembers the browser and returns its device token. Replaces a cookie with which the user has not signed in before,
   * because an attacker may have planted it.
   */
  async remember({ id, email }: Person, token: unknown, name: string): Promise<{ token: string; isNew: boolean }> {
    const deviceToken = isSessionToken(token) && (await this.isKnown(token, email)) ? token : newSessionToken();
    const [remembered] = await this.database.single<{ isNew: boolean }>(
      { secrets: true },
      {
        text: `
          insert into identity_devices as d (user_id, token_hash, name, created_at, last_seen_at) values ($1, $2, $3, $4, $4)
          on conflict (user_id, token_hash) do update set last_seen_at = excluded.last_seen_at, name = excluded.name
          returning d.created_at = d.last_seen_at as "isNew"`,
        values: [id, hashSessionToken(deviceToken), name, this.clock.now()],
      },
    );
    return { token: deviceToken, isNew: remembered!.isNew };
  }

  async forgetOthers(userId: string, token: string | undefined): Promise<void> {
    const text = `delete from identity_devices where user_id = $1 and token_hash <> $2`;
    await this.database.single({ secrets: true }, { text, values: [userId, hashSessionToken(token ?? '')] });
  }

  /** Returns the browsers in which a user first signed in since an instant, newest first. */
  async newSince(userId: string, since: Date): Promise<Device[]> {
    return this.database.single<Device & Record<string, string>>(
      { secrets: true },
      {
        text: `
          select name, instant_text(created_at) as "createdAt", instant_text(last_seen_at) as "lastSeenAt"
          from identity_devices where user_id = $1 and created_at > $2 order by created_at desc limit 20`,
        values: [userId, since],
      },
    );
  }
}
