-- Books of a household or a business.
create table workspace_workspaces (
  id uuid primary key,
  name text not null,
  base_currency text not null,
  plan text not null check (plan in ('free', 'plus', 'pro')),
  created_at timestamptz(3) not null
);
call kernel_secure_by_workspace('workspace_workspaces', 'id');
