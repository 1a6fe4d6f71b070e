import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Members extends Migration {
  override up(): void {
    this.addSql(`
      create table identity_members (
        workspace_id uuid not null,
        id uuid not null,
        user_id uuid,
        email text,
        name text not null,
        role text not null check (role in ('owner', 'editor', 'viewer')),
        joined_at timestamptz(3) not null,
        left_at timestamptz(3),
        primary key (workspace_id, id),
        foreign key (user_id) references identity_users (id)
      );
      create unique index identity_members_user on identity_members (workspace_id, user_id);
      create index identity_members_of_user on identity_members (user_id);

      -- Lets the owner of the tables see the rows that move.
      alter table identity_ownerships no force row level security;
      insert into identity_members (workspace_id, id, user_id, email, name, role, joined_at)
      select o.workspace_id,
        ordered_id((extract(epoch from now()) * 1000)::bigint, row_number() over (order by o.workspace_id, u.created_at, u.id)),
        u.id, u.email, split_part(u.email, '@', 1), 'owner', u.created_at
      from identity_ownerships o join identity_users u on u.id = o.user_id;
      drop table identity_ownerships;
      call kernel_secure_by_workspace('identity_members');
      revoke delete on identity_members from centavo_app, centavo_operator;
      create policy identity_members_own on identity_members for select to centavo_identity
        using (user_id = nullif(current_setting('app.user_id', true), '')::uuid);

      -- For processes of the previous version during a deployment.
      create view identity_ownerships with (security_invoker = true) as
        select workspace_id, user_id from identity_members where role = 'owner' and left_at is null;
      grant select on identity_ownerships to centavo_identity;

      -- A key without a member comes from the command line.
      alter table identity_api_keys add column member_id uuid,
        add foreign key (workspace_id, member_id) references identity_members (workspace_id, id);
      set local role centavo_operator;
      update identity_api_keys k set member_id = m.id
      from identity_members m cross join lateral kernel_audit_log(m.workspace_id) e
      where k.workspace_id = m.workspace_id and e.resource_id = k.id::text and e.actor_kind = 'person'
        and e.actor_id = m.user_id and e.action = 'POST /developers/keys';
      reset role;

      -- Open invitations. Only hashes of their tokens are stored.
      create table identity_invitations (
        workspace_id uuid not null,
        id uuid not null,
        email text not null,
        role text not null check (role in ('owner', 'editor', 'viewer')),
        token_hash bytea not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create unique index identity_invitations_email on identity_invitations (workspace_id, email);
      create unique index identity_invitations_token on identity_invitations (token_hash);
      call kernel_secure_by_workspace('identity_invitations');
      create policy identity_invitations_presented on identity_invitations for select to centavo_identity
        using (token_hash = decode(nullif(current_setting('app.invitation_hash', true), ''), 'hex'));`);
  }

  override down(): void {
    this.addSql(`
      drop table identity_invitations;
      drop view identity_ownerships;
      alter table identity_api_keys drop column member_id;
      create table identity_ownerships (
        workspace_id uuid not null,
        user_id uuid not null,
        primary key (workspace_id, user_id),
        foreign key (user_id) references identity_users (id)
      );
      create index identity_ownerships_user on identity_ownerships (user_id);
      alter table identity_members no force row level security;
      insert into identity_ownerships (workspace_id, user_id)
      select workspace_id, user_id from identity_members where role = 'owner' and left_at is null;
      drop table identity_members cascade;
      call kernel_secure_by_workspace('identity_ownerships');
      create policy identity_ownerships_own on identity_ownerships for select to centavo_identity
        using (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
      revoke all on identity_ownerships from centavo_app, centavo_operator;
      grant select, insert, update, delete on identity_ownerships to centavo_identity;`);
  }
}

/** Adds members with roles, moves the owners of workspaces to them, and adds invitations (decision 0120). */
export const members: NamedMigration = { name: '0023-identity-members', class: Members };
