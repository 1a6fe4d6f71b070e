import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class Workspaces extends Migration {
  override up(): void {
    this.addSql(`
      create table workspace_workspaces (
        id uuid primary key,
        name text not null,
        base_currency text not null,
        plan text not null check (plan in ('free', 'plus', 'pro')),
        created_at timestamptz(3) not null
      );
      -- What other contexts' statements may ask of this one.
      create function workspace_base_currency(workspace uuid) returns text language sql stable strict parallel safe as $$
        select base_currency from workspace_workspaces where id = workspace
      $$;`);
    this.addSql(secureByWorkspace('workspace_workspaces', 'id'));
  }

  override down(): void {
    this.addSql(`drop function workspace_base_currency; drop table workspace_workspaces;`);
  }
}

export const workspaces: NamedMigration = { name: '0003-workspace-workspaces', class: Workspaces };
