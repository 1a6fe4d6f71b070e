-- True if a text contains an RFC. An RFC after a single letter is another RFC.
create or replace function invoicing_has_rfc(folded_text text, rfc text)
returns boolean
language sql immutable parallel safe as $$
  select case when position(rfc in folded_text) = 0 then false
    else position(rfc in regexp_replace(folded_text, '(^|[^[:alpha:]&])[[:alpha:]&]' || rfc, '', 'g')) > 0 end
$$;
