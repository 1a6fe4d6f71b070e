-- Sets set_aside of each account to the sum of the amounts that its goals have saved. The caller must lock the
-- accounts.
create or replace function goals_put_set_aside(workspace uuid, accounts uuid[])
returns void
language sql as $$
  select ledger_put_set_aside(workspace, array_agg(account.id), array_agg(account.saved)) from (
    select named.id, coalesce(sum(g.saved), 0)::bigint as saved
    from unnest(accounts) as named (id)
    left join goals_goals g on g.workspace_id = workspace and g.account_id = named.id
    group by named.id) account
$$;
