create or replace function ledger_live_transactions(workspace uuid)
returns table (
  id uuid, account_id uuid, type text, date date, description text, notes text,
  folded_description text, folded_notes text, amount bigint, currency text, category_id uuid,
  category_source text, split_count smallint, import_id uuid, tag_ids uuid[]
)
language sql stable parallel safe as $$
  select t.id, t.account_id, t.type, t.date, t.description, t.notes, split_part(t.search_text, E'\n', 1),
    case when t.notes is not null then split_part(t.search_text, E'\n', 2) end, t.amount, t.currency, t.category_id,
    case when t.category_id is not null then coalesce(t.category_source, 'person') end, t.split_count, t.import_id, t.tag_ids
  from ledger_transactions t
  where t.workspace_id = workspace and t.deleted_at is null
$$;
