-- Live invoices with an amount and a direction that no live transaction pays. A transaction that may pay an invoice has
-- its amount times its sign. words are the words of at least four letters in the name of the other party.
create or replace function invoicing_open(workspace uuid)
returns table (id uuid, amount bigint, sign integer, currency text, issued_on date, rfc text, words text[])
language sql stable parallel safe as $$
  select i.id, i.amount, i.sign, i.currency, substr(i.issued_at, 1, 10)::date, fold_text(i.party_rfc),
    array(select word from regexp_split_to_table(fold_text(i.party_name), '\s+') as part (word)
      where length(regexp_replace(word, '[^[:alpha:]]', '', 'g')) >= 4)
  from invoicing_directed(workspace) i
  where i.deleted_at is null and i.amount is not null and i.sign is not null
    and not exists (select from invoicing_live_links(workspace) l where l.invoice_id = i.id)
$$;
