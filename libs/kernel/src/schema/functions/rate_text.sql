-- Formats a rate that is scaled by 10^8 as a decimal.
create or replace function rate_text(rate bigint)
returns text
language sql immutable parallel safe strict as $$
  select (rate * 0.00000001)::text
$$;
