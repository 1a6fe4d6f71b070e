create or replace function ledger_put_set_aside(workspace uuid, accounts uuid[], amounts bigint[])
returns void
language sql as $$
  update ledger_accounts a set set_aside = given.amount
  from unnest(accounts, amounts) as given (id, amount)
  where a.workspace_id = workspace and a.id = given.id and a.set_aside <> given.amount
$$;
