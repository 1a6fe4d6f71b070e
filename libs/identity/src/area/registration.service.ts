import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId } from '@app/kernel';
import { Workspaces } from '@app/workspace';
import { hashPassword, verifyPassword } from '../users/password.js';
import { Passwords } from '../users/passwords.service.js';
import { Users } from '../users/users.service.js';

/** Rolls back a registration whose e-mail is taken. */
class AddressTaken extends Error {}

const BASE_CURRENCY = 'MXN';
const DAY_MS = 86_400_000;

/** A sign-up that waits for the proof of its e-mail. */
export interface PendingSignUp {
  readonly email: string;
  readonly passwordHash: string;
  readonly workspaceName: string;
}

/** Signing up in the developer area. */
@Injectable()
export class Registration {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly workspaces: Workspaces,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
  ) {}

  /** What somebody asks for who signs up. */
  async wanted(response: Response, email: string, password: string, workspaceName: string): Promise<PendingSignUp> {
    const passwordHash = await this.passwords.queued({ response }, () => hashPassword(password));
    return { email, passwordHash, workspaceName };
  }

  /** Whether a password is the one that was chosen when signing up. */
  isChosen(response: Response, password: string, { passwordHash }: PendingSignUp): Promise<boolean> {
    return this.passwords.queued({ response }, () => verifyPassword(password, passwordHash));
  }

  /**
   * Creates a person with a workspace. For a taken e-mail it does the same work, takes as long, and rolls back.
   * @param isProven whether the person has shown that the e-mail is theirs
   * @returns whether the e-mail was free
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
   * Stores a sign-up until the code that is mailed to its e-mail comes back, for a day.
   * @returns whether a user has the e-mail already: only the mail may tell, no page
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

  /** The sign-up that waits for this code, or null. */
  async pending(codeHash: Buffer): Promise<PendingSignUp | null> {
    const [found] = await this.database.single<{ email: string; passwordHash: string; workspaceName: string }>(
      { secrets: true },
      {
        text: `
          select email, password_hash as "passwordHash", workspace_name as "workspaceName"
          from identity_pending_sign_ups where code_hash = $1 and expires_at > $2`,
        values: [codeHash, this.clock.now()],
      },
    );
    return found ?? null;
  }

  /** Deletes the sign-ups that wait for an e-mail, once a user has proven it. */
  async forget(email: string): Promise<void> {
    const text = `delete from identity_pending_sign_ups where email = $1`;
    await this.database.single({ secrets: true }, { text, values: [email.toLowerCase()] });
  }
}
