-- Invoices with their direction and other party, according to the current taxpayers. sign is the sign of the
-- transactions that pay the invoice.
create or replace function invoicing_directed(workspace uuid)
returns table (
  id uuid, document jsonb, kind text, issuer_rfc text, use_code text, issued_at text, currency text, amount bigint, size integer,
  created_at timestamptz, deleted_at timestamptz, direction text, sign integer, party_rfc text, party_name text
)
language sql stable parallel safe as $$
  select i.id, i.document, i.kind, i.issuer_rfc, i.use_code, i.issued_at, i.currency, i.amount, i.size, i.created_at,
    i.deleted_at, side.direction,
    case when side.direction <> 'unrelated' then case when (i.kind = 'income') = (side.direction = 'received') then -1 else 1 end end,
    case when side.direction = 'issued' then i.receiver_rfc else i.issuer_rfc end,
    i.document->case when side.direction = 'issued' then 'receiver' else 'issuer' end->>'name'
  from invoicing_invoices i
  left join invoicing_taxpayers issuer on issuer.workspace_id = workspace and issuer.rfc = i.issuer_rfc
  left join invoicing_taxpayers receiver on receiver.workspace_id = workspace and receiver.rfc = i.receiver_rfc
  cross join lateral (select case when issuer.rfc is not null then 'issued' when receiver.rfc is not null then 'received'
    else 'unrelated' end as direction) side
  where i.workspace_id = workspace
$$;
