-- Rejects a change to closed days, or records it if the caller allows it. shown contains the transactions that the
-- problem names.
create or replace function ledger_touch_closed(workspace uuid, closed date, touched uuid[], shown uuid[])
returns void
language plpgsql as $$
declare
  act json := nullif(current_setting('app.into_closed', true), '');
begin
  if act is null then
    raise exception 'the books are closed through %', closed using
      errcode = 'check_violation', constraint = 'ledger_books_closed',
      detail = json_build_object('closedThrough', closed, 'transactionIds', shown[1:20]);
  end if;
  insert into ledger_book_exceptions as e (workspace_id, id, at, actor_kind, actor_id, action, transaction_ids, request_id)
  values (workspace, (act ->> 'id')::uuid, (act ->> 'at')::timestamptz, act ->> 'actorKind', (act ->> 'actorId')::uuid,
    act ->> 'action', touched[1:500], act ->> 'requestId')
  on conflict (workspace_id, id) do update set transaction_ids = array(
    select t.id from unnest(e.transaction_ids || excluded.transaction_ids) with ordinality as t (id, n)
    group by t.id order by min(t.n) limit 500);
end
$$;
