import { defineEntity, p } from '@mikro-orm/postgresql';

const ContactSchema = defineEntity({
  name: 'Contact',
  tableName: 'contacts_contacts',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    email: p.text().nullable(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

/** Somebody with whom the owner shares money. */
export class Contact extends ContactSchema.class {}
ContactSchema.setClass(Contact);
