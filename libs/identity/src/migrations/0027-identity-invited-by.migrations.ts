import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class InvitedBy extends Migration {
  override up(): void {
    this.addSql(`alter table identity_invitations add column invited_by uuid;`);
  }

  override down(): void {
    this.addSql(`alter table identity_invitations drop column invited_by;`);
  }
}

/** Adds the member who invited, whose invitations end with the role of owner. Null for the command line. */
export const invitedBy: NamedMigration = { name: '0027-identity-invited-by', class: InvitedBy };
