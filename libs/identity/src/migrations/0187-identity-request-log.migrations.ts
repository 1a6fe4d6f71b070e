import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class RequestLogOfKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table identity_logged_requests (
        workspace_id uuid not null,
        key_id uuid not null,
        -- In the order of their time.
        id uuid not null,
        at timestamptz(3) not null,
        method text not null,
        -- The pattern of the operation; null where none was reached.
        path text,
        -- Null where the caller left before the answer.
        status int,
        request_id text not null,
        primary key (workspace_id, key_id, id)
      );
      create index identity_logged_requests_request on identity_logged_requests (workspace_id, request_id);
      -- They are written in the order of their time, so that a small index finds the old ones.
      create index identity_logged_requests_at on identity_logged_requests using brin (at);`);
    this.addSql(secureByWorkspace('identity_logged_requests'));
    // They are written by batches of all workspaces, which is no request's doing.
    this.addSql(`revoke insert, update, delete on identity_logged_requests from centavo_app;`);
  }

  override down(): void {
    this.addSql(`drop table identity_logged_requests;`);
  }
}

/** The requests that each key made within seven days. */
export const requestLogOfKeys: NamedMigration = { name: '0187-identity-request-log', class: RequestLogOfKeys };
