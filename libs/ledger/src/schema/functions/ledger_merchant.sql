create or replace function ledger_merchant(folded text)
returns text
language sql immutable parallel safe as $$
  select case when folded ~ '[0-9*#]'
    then coalesce(nullif(trim(regexp_replace(' ' || folded, ' [^ ]*[0-9*#][^ ]*', '', 'g')), ''), folded)
    else folded end
$$;
