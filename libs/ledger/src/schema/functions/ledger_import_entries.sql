create or replace function ledger_import_entries(workspace uuid, import uuid)
returns table (
  id uuid, import_row integer, account_id uuid, type text, date date, amount bigint, description text,
  notes text, category_id uuid, contact_id uuid, split_count smallint, external_id text,
  trashed boolean, tag_ids uuid[]
)
language sql stable parallel safe as $$
  select t.id, t.import_row, t.account_id, t.type, t.date, t.amount, t.description, t.notes, t.category_id, t.contact_id,
    t.split_count, t.external_id, t.deleted_at is not null, t.tag_ids
  from ledger_transactions t
  where t.workspace_id = workspace and t.import_id = import
    and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
$$;
