-- Reasons why a transaction may pay an invoice, apart from its amount.
create or replace function invoicing_reasons(issued_on date, rfc text, words text[], day date, folded_text text)
returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
    case when day between issued_on - 5 and issued_on + 35 then 'DATE' end,
    case when invoicing_has_rfc(folded_text, rfc) then 'RFC' end,
    case when invoicing_has_name(folded_text, words) then 'NAME' end], null)
$$;
