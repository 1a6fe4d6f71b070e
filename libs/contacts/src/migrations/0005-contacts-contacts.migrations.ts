import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class Contacts extends Migration {
  override up(): void {
    this.addSql(`
      create table contacts_contacts (
        workspace_id uuid not null,
        id uuid not null,
        name text not null,
        search_name text not null generated always as (fold_text(name)) stored,
        email text,
        archived_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      -- Which of these contacts exist; each is held against deletion until the transaction ends.
      create function contacts_held(workspace uuid, ids uuid[]) returns uuid[] language sql volatile as $$
        select coalesce(array_agg(held.id), '{}') from (
          select id from contacts_contacts where workspace_id = workspace and id = any(ids) for key share) held
      $$;`);
    this.addSql(secureByWorkspace('contacts_contacts'));
  }

  override down(): void {
    this.addSql(`drop function contacts_held; drop table contacts_contacts;`);
  }
}

export const contacts: NamedMigration = { name: '0005-contacts-contacts', class: Contacts };
