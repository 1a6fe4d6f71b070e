import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class ActorNames extends Migration {
  override up(): void {
    this.addSql(`
      create function identity_actor_name(workspace uuid, kind text, actor uuid) returns text language sql stable as $$
        select case kind
          when 'api_key' then (select name from identity_api_keys where workspace_id = workspace and id = actor)
          when 'oauth_grant' then (select client_name from identity_grants where workspace_id = workspace and id = actor)
        end
      $$;`);
  }

  override down(): void {
    this.addSql(`drop function identity_actor_name;`);
  }
}

/** The name of a key or of an app, for those who tell who acted. */
export const actorNames: NamedMigration = { name: '0101-identity-actor-names', class: ActorNames };
