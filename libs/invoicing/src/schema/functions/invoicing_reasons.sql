-- Reasons why a transaction may pay an invoice, apart from its amount. An RFC after a single letter is another RFC.
create or replace function invoicing_reasons(issued_on date, rfc text, words text[], day date, folded_text text)
returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
    case when day between issued_on - 5 and issued_on + 35 then 'DATE' end,
    case when position(rfc in folded_text) > 0
      and position(rfc in regexp_replace(folded_text, '(^|[^[:alpha:]&])[[:alpha:]&]' || rfc, '', 'g')) > 0 then 'RFC' end,
    case when words && regexp_split_to_array(folded_text, '\s+') then 'NAME' end], null)
$$;
