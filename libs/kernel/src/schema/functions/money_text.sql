-- Formats minor units as a decimal.
create or replace function money_text(minor bigint)
returns text
language sql immutable parallel safe strict as $$
  select (minor * 0.01)::text
$$;
