-- Converts minor units at a rate in units of 10^-8, rounded half-even.
create or replace function convert_money(minor bigint, rate bigint)
returns bigint
language sql immutable parallel safe as $$
  select case when rate = 100000000 then minor else divide_half_even(minor::numeric * rate, 100000000)::bigint end
$$;
