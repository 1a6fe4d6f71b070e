import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId } from '@app/kernel';
import { Workspaces } from '@app/workspace';
import { hashPassword, verifyPassword } from '../users/password.js';
import { Passwords } from '../users/passwords.service.js';
import { Users } from '../users/users.service.js';

/** Thrown to roll back a registration whose email address is taken. */
class AddressTaken extends Error {}

const BASE_CURRENCY = 'MXN';
const DAY_MS = 86_400_000;

export interface PendingSignUp {
  readonly email: string;
  readonly passwordHash: string;
  readonly workspaceName: string;
}

@Injectable()
export class Registration {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly workspaces: Workspaces,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
  ) {}

  async wanted(response: Response, email: string, password: string, workspaceName: string): Promise<PendingSignUp> {
    const passwordHash = await this.passwords.queued({ response }, () => hashPassword(password));
    return { email, passwordHash, workspaceName };
  }

  /** True if the password matches the one chosen at sign-up. */
  isChosen(response: Response, password: string, { passwordHash }: PendingSignUp): Promise<boolean> {
    return this.passwords.queued({ response }, () => verifyPassword(password, passwordHash));
  }

  /**
   * Registers a user. If the email address is taken, does the same work before it returns false, so that the response
   * time does not reveal it.
   */
  async register({ email, passwordHash, workspaceName }: PendingSignUp, isProven: boolean): Promise<boolean> {
    const make = async (work: UnitOfWork): Promise<void> => {
      await this.workspaces.create(work, workspaceName, BASE_CURRENCY, 'free');
      if (!(await this.users.register(work, email, passwordHash, isProven))) throw new AddressTaken();
    };
    try {
      await this.database.transaction({ workspaceId: newId(), secrets: true }, make);
      return true;
    } catch (error) {
      if (error instanceof AddressTaken) return false;
      throw error;
    }
  }

  /**
   * Stores a sign-up for one day. Returns true if the email address is taken. Only an email to that address may reveal
   * this, not a page.
   */
  async suspend({ email, passwordHash, workspaceName }: PendingSignUp, codeHash: Buffer): Promise<boolean> {
    const expiresAt = new Date(this.clock.now().getTime() + DAY_MS);
    const [stored] = await this.database.single<{ taken: boolean }>(
      { secrets: true },
      {
        text: `
          insert into identity_pending_sign_ups (code_hash, email, password_hash, workspace_name, expires_at)
          values ($1, $2, $3, $4, $5) returning exists (select from identity_users u where u.email = $2) as taken`,
        values: [codeHash, email.toLowerCase(), passwordHash, workspaceName, expiresAt],
      },
    );
    return stored!.taken;
  }

  async pending(codeHash: Buffer): Promise<PendingSignUp | null> {
    const [signUp] = await this.database.single<{ email: string; passwordHash: string; workspaceName: string }>(
      { secrets: true },
      {
        text: `
          select email, password_hash as "passwordHash", workspace_name as "workspaceName"
          from identity_pending_sign_ups where code_hash = $1 and expires_at > $2`,
        values: [codeHash, this.clock.now()],
      },
    );
    return signUp ?? null;
  }

  async forget(email: string): Promise<void> {
    const text = `delete from identity_pending_sign_ups where email = $1`;
    await this.database.single({ secrets: true }, { text, values: [email.toLowerCase()] });
  }
}
