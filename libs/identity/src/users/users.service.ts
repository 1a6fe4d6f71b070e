import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, newId } from '@app/kernel';
import { hashPassword } from './password.js';
import { Ownership } from './user.entity.js';

/** People and what they own. */
@Injectable()
export class Users {
  constructor(private readonly clock: Clock) {}

  /**
   * Makes the person with this address the owner of the workspace of the unit of work, and the person where nobody has
   * the address yet, also when others do so at the same moment. Somebody who has a password keeps it.
   * @returns the id of the person
   */
  async makeOwner(work: UnitOfWork, email: string, password: string | null): Promise<string> {
    const passwordHash = password === null ? null : hashPassword(password);
    const [person] = await work.query<{ id: string }>({
      text: `
        insert into identity_users as person (id, email, password_hash, created_at) values ($1, $2, $3, $4)
        on conflict (email) do update set password_hash = coalesce(person.password_hash, excluded.password_hash)
        returning id`,
      values: [newId(), email.toLowerCase(), passwordHash, this.clock.now()],
    });
    work.em.create(Ownership, { workspaceId: work.workspaceId, userId: person!.id });
    await work.flush();
    return person!.id;
  }
}
