import type { Opt } from '@mikro-orm/postgresql';
import { defineEntity, p } from '@mikro-orm/postgresql';

const ContactSchema = defineEntity({
  name: 'Contact',
  tableName: 'contacts_contacts',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    searchName: p.text().$type<Opt<string>>().generated('fold_text(name) stored').lazy(),
    email: p.text().nullable(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

export interface ContactChanges {
  readonly name?: string;
  readonly email?: string | null;
  readonly archived?: boolean;
}

export class Contact extends ContactSchema.class {
  /** Applies changes. Keeps `archivedAt` if the contact is already archived. */
  change({ name, email, archived }: ContactChanges, now: Date): void {
    if (name !== undefined) this.name = name;
    if (email !== undefined) this.email = email;
    if (archived === true) this.archivedAt ??= now;
    if (archived === false) this.archivedAt = null;
  }
}
ContactSchema.setClass(Contact);
