import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@app/kernel';
import type { Person } from '../users/users.service.js';
import { hashSessionToken, isSessionToken, newSessionToken } from './session-token.js';

/** A browser that a person has signed in with. */
export interface Device {
  readonly name: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
}

const REMEMBERED_DAYS = 365;

/**
 * The browsers that people have signed in with, each by the hash of a cookie of its own (decision 0045). Such a browser has
 * a budget of wrong passwords of its own, so that attempts from elsewhere cannot lock its owner out.
 */
@Injectable()
export class Devices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether the person with this e-mail has signed in with the browser that has this cookie. */
  async isKnown(token: unknown, email: string): Promise<boolean> {
    if (!isSessionToken(token)) return false;
    const since = new Date(this.clock.now().getTime() - REMEMBERED_DAYS * 86_400_000);
    const found = await this.database.single(
      { secrets: true },
      {
        text: `
          select from identity_devices d join identity_users u on u.id = d.user_id
          where u.email = $1 and d.token_hash = $2 and d.last_seen_at > $3`,
        values: [email, hashSessionToken(token), since],
      },
    );
    return found.length > 0;
  }

  /** The cookie, if the person with this e-mail has signed in with its browser. */
  async known(token: string | undefined, email: string): Promise<string | undefined> {
    return (await this.isKnown(token, email)) ? token : undefined;
  }

  /**
   * Remembers the browser that a person signs in with. A cookie that the person has not signed in with before is replaced: somebody
   * may have planted it, and would share the browser’s budget.
   * @returns the cookie that it should have from now on, and whether the person signs in with it for the first time
   */
  async remember({ id, email }: Person, token: unknown, name: string): Promise<{ token: string; isNew: boolean }> {
    const kept = isSessionToken(token) && (await this.isKnown(token, email)) ? token : newSessionToken();
    const [remembered] = await this.database.single<{ isNew: boolean }>(
      { secrets: true },
      {
        text: `
          insert into identity_devices as d (user_id, token_hash, name, created_at, last_seen_at) values ($1, $2, $3, $4, $4)
          on conflict (user_id, token_hash) do update set last_seen_at = excluded.last_seen_at, name = excluded.name
          returning d.created_at = d.last_seen_at as "isNew"`,
        values: [id, hashSessionToken(kept), name, this.clock.now()],
      },
    );
    return { token: kept, isNew: remembered!.isNew };
  }

  /** Forgets all browsers of a person but the one with this cookie. */
  async forgetOthers(userId: string, token: string | undefined): Promise<void> {
    const text = `delete from identity_devices where user_id = $1 and token_hash <> $2`;
    await this.database.single({ secrets: true }, { text, values: [userId, hashSessionToken(token ?? '')] });
  }

  /** The browsers that a person first signed in with since an instant, latest first. */
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
